import type { EventDraft } from "./event.ts";
import type { Report } from "./report.ts";

/** Figures while a stream is judged, over what has come so far. */
export interface RunningSummary {
  /** Takes what was recorded for one sample. */
  add(events: readonly EventDraft[]): void;
  report(): Report;
}

/** The share of right answers so far; no figure where nothing is right or wrong. */
export class RunningAccuracy implements RunningSummary {
  #matches = 0;
  #right = 0;

  add(events: readonly EventDraft[]): void {
    for (const { type, data } of events) {
      if (type !== "match") continue;
      this.#matches += 1;
      if (Object(data).correct === true) this.#right += 1;
    }
  }

  report(): Report {
    return this.#matches === 0 ? {} : { accuracy: this.#right / this.#matches };
  }
}
