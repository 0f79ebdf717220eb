import type { Time } from "./time.ts";

/** Rings once at a time that may be moved; while it is not set, nothing keeps the process. */
export class Alarm {
  readonly #time: Time;
  readonly #ring: () => void;
  #at = Number.POSITIVE_INFINITY;
  #cancel: AbortController | undefined;

  constructor(time: Time, ring: () => void) {
    this.#time = time;
    this.#ring = ring;
  }

  /** @param at the clock's time; infinity takes the alarm off */
  set(at: number): void {
    if (at === this.#at) return;
    this.#at = at;
    this.#cancel?.abort();
    this.#cancel = undefined;
    if (at === Number.POSITIVE_INFINITY) return;
    const cancel = new AbortController();
    this.#cancel = cancel;
    void this.#wait(at, cancel.signal);
  }

  async #wait(at: number, signal: AbortSignal): Promise<void> {
    try {
      // A timer may be early by less than a millisecond, and must not ring in vain.
      await this.#time.wait(Math.ceil(at - this.#time.now()), signal);
    } catch (error) {
      if (signal.aborted) return; // it was moved
      throw error;
    }
    this.#at = Number.POSITIVE_INFINITY;
    this.#ring();
  }
}
