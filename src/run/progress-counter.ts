import type { CallStats } from "../completion/calls/call-stats.ts";
import type { Outcome } from "../core/sample.ts";
import type { ProgressFigures, RunObserver } from "./observer.ts";

/** Counts samples as they begin and end, and tells the observer. */
export class ProgressCounter {
  readonly #total: number | null;
  readonly #figures: ProgressFigures | undefined;
  readonly #observer: RunObserver;
  readonly #stats: CallStats;
  #done: number;
  #running = 0;
  #errors = 0;

  constructor(
    { total, done = 0, figures }: ProgressStart,
    observer: RunObserver,
    stats: CallStats,
  ) {
    this.#total = total;
    this.#figures = figures;
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

  /** There are new figures. */
  measured(): void {
    this.#tell();
  }

  #tell(): void {
    this.#observer.progressed?.({
      total: this.#total,
      done: this.#done,
      running: this.#running,
      retrying: this.#stats.waiting,
      errors: this.#figures?.errors ?? this.#errors,
      ...(this.#figures ? { figures: this.#figures } : {}),
    });
  }
}

/** Where counting begins. */
export interface ProgressStart {
  /** Samples to judge; null for a stream. */
  readonly total: number | null;
  /** Samples that were done before this session. */
  readonly done?: number | undefined;
  /** Of a stream: what was measured so far. */
  readonly figures?: ProgressFigures | undefined;
}

/** Whether the sample ended in an error. */
export function isFailed(outcome: Outcome): boolean {
  return outcome.events.some((event) => event.type === "error");
}
