import type { ErrorData, EventDraft } from "./event.ts";

/** One sample to judge. Plain JSON: it may cross a process border. */
export interface Job {
  readonly sampleId: string;
  /** Which repeat, from 0; absent when samples run once. */
  readonly repeat?: number;
  readonly sample: unknown;
  /** Why the row cannot be judged; `sample` is then null. */
  readonly fault?: ErrorData;
}

/** What came of a job. Plain JSON as well. */
export interface Outcome {
  readonly sampleId: string;
  readonly repeat?: number;
  readonly events: readonly EventDraft[];
}

/** Runs jobs, wherever: a local pool, workers elsewhere. */
export interface SampleRunner {
  run(jobs: AsyncIterable<Job>, onOutcome: (outcome: Outcome) => Promise<void>): Promise<void>;
}
