import type { CallStats } from "../completion/calls/call-stats.ts";
import type { Outcome } from "../core/sample.ts";
import type { RunObserver } from "./observer.ts";

/** Counts samples as they begin and end, and tells the observer. */
export class ProgressCounter {
  readonly #total: number;
  readonly #observer: RunObserver;
  readonly #stats: CallStats;
  #done: number;
  #running = 0;
  #errors = 0;

  /** @param done samples that were done before this session */
  constructor(
    { total, done = 0 }: { readonly total: number; readonly done?: number | undefined },
    observer: RunObserver,
    stats: CallStats,
  ) {
    this.#total = total;
    this.#done = done;
    this.#observer = observer;
    this.#stats = stats;
  }

  began(): void {
    this.#running++;
    this.#tell();
  }

  /** A sample is over; `outcome` is undefined when the run was cancelled meanwhile. */
  ended(outcome: Outcome | undefined): void {
    this.#running--;
    if (outcome) {
      this.#done++;
      if (isFailed(outcome)) this.#errors++;
    }
    this.#tell();
  }

  #tell(): void {
    this.#observer.progressed?.({
      total: this.#total,
      done: this.#done,
      running: this.#running,
      retrying: this.#stats.waiting,
      errors: this.#errors,
    });
  }
}

/** Whether the sample ended in an error. */
export function isFailed(outcome: Outcome): boolean {
  return outcome.events.some((event) => event.type === "error");
}
