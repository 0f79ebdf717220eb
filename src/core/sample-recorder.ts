import type { ErrorData, EventDraft, MatchData, MetricsData } from "./event.ts";

/** Collects what happens to one sample; the events reach the log together when it is done. */
export class SampleRecorder {
  readonly #drafts: EventDraft[] = [];

  /** The events so far, in the order of recording. */
  get drafts(): readonly EventDraft[] {
    return this.#drafts;
  }

  /** Records whether the answer was right; a list of one `expected` is written as its element. */
  match(correct: boolean, data: Omit<MatchData, "correct"> = {}): void {
    const { expected = null, picked = null, ...rest } = data;
    this.event("match", { correct, expected: unwrapSingle(expected), picked, ...rest });
  }

  /** Records measured values; numbers among them can be averaged in the report. */
  metrics(data: MetricsData): void {
    this.event("metrics", data);
  }

  /** Records a fault; such a sample is left out of every mean. */
  error(data: ErrorData): void {
    this.event("error", data);
  }

  /** Records anything else worth keeping. */
  extra(data: unknown): void {
    this.event("extra", data);
  }

  /** Records an event of any type. */
  event(type: string, data: unknown): void {
    this.#drafts.push({ type, data });
  }
}

function unwrapSingle(expected: unknown): unknown {
  return Array.isArray(expected) && expected.length === 1 ? expected[0] : expected;
}
