import { onAbort } from "./on-abort.ts";

/** Node's timers fire at once when they are set to more milliseconds, 24 days, than this. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** A signal that aborts with its parent or after some time; `end` takes both timers and ties off. */
export class Deadline {
  readonly signal: AbortSignal;
  #expired = false;
  readonly #release: () => void;

  /** @param milliseconds the time until it aborts; never when undefined, or longer than a timer runs */
  constructor(parent: AbortSignal, milliseconds?: number) {
    if (milliseconds === undefined || milliseconds > LONGEST_TIMER) {
      this.signal = parent;
      this.#release = () => {};
      return;
    }
    const controller = new AbortController();
    const follow = () => controller.abort(parent.reason);
    const timer = setTimeout(() => {
      this.#expired = true;
      controller.abort(new Error(`not done after ${milliseconds / 1000} s`));
    }, milliseconds);
    const stopFollowing = onAbort(parent, follow);
    this.signal = controller.signal;
    this.#release = () => {
      clearTimeout(timer);
      stopFollowing();
    };
  }

  /** Whether its own time ran out, as opposed to its parent's end. */
  get expired(): boolean {
    return this.#expired;
  }

  end(): void {
    this.#release();
  }
}
