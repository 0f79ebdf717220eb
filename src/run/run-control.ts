import { setMaxListeners } from "node:events";
import { LONGEST_TIMER } from "../core/deadline.ts";
import { onAbort } from "../core/on-abort.ts";

/** When a run stops. */
export interface StopConditions {
  /** The caller's wish. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time of the run, in milliseconds; nothing has a grace period after it. */
  readonly timeoutMs?: number | undefined;
  /** How long running samples may go on when the caller stops it, in milliseconds. */
  readonly graceMs: number;
  /** Is told when it stops, why, and how long running samples may go on; not of failures. */
  readonly onStop?: (reason: unknown, graceMs: number) => void;
}

/** Ends a run in two steps: `stop`, after which nothing new begins, and `cancel`, which ends what runs. */
export class RunControl {
  readonly #stop = new AbortController();
  readonly #cancel = new AbortController();
  readonly #graceMs: number;
  readonly #onStop: StopConditions["onStop"];
  readonly #releases: (() => void)[] = [];
  #failure: unknown;

  constructor({ signal, timeoutMs, graceMs, onStop }: StopConditions) {
    this.#graceMs = graceMs;
    this.#onStop = onStop;
    setMaxListeners(0, this.#stop.signal, this.#cancel.signal);
    if (signal) this.#follow(signal);
    if (timeoutMs !== undefined) {
      this.#after(timeoutMs, () => this.#timeUp(`the run took ${timeoutMs / 1000} s`));
    }
  }

  /** Aborts when nothing new may begin. */
  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  /** Aborts when what runs must end. */
  get cancelling(): AbortSignal {
    return this.#cancel.signal;
  }

  /** What made the run impossible; undefined when nothing did. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Ends the run because of something that would fail every sample; the first such thing counts. */
  fail(error: unknown): void {
    if (this.#cancel.signal.aborted) return;
    this.#failure = error;
    this.cancel(error);
  }

  /** Nothing new begins; what runs has the grace period. */
  stop(reason: unknown): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort(reason);
    this.#onStop?.(reason, this.#graceMs);
    this.#after(this.#graceMs, () => this.cancel(reason));
  }

  /** Ends what runs, at once. */
  cancel(reason: unknown): void {
    this.#stop.abort(reason);
    this.#cancel.abort(reason);
  }

  /** A time limit is the end of the run, not the beginning of its end. */
  #timeUp(reason: string): void {
    if (!this.#stop.signal.aborted) this.#onStop?.(reason, 0);
    this.cancel(reason);
  }

  /** Takes timers and listeners off. */
  end(): void {
    for (const release of this.#releases) release();
  }

  #follow(signal: AbortSignal): void {
    const stop = () => this.stop(signal.reason);
    this.#releases.push(onAbort(signal, stop));
  }

  #after(milliseconds: number, act: () => void): void {
    if (milliseconds > LONGEST_TIMER) return;
    const timer = setTimeout(act, milliseconds);
    this.#releases.push(() => clearTimeout(timer));
  }
}
