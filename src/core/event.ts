/** Something that happened while a sample was judged, before it has its place in the log. */
export interface EventDraft {
  /** `sampling`, `match`, `metrics`, `error`, `extra` or a name of one's own. */
  readonly type: string;
  readonly data: unknown;
}

/** A line of the log. */
export interface Event extends EventDraft {
  readonly run_id: string;
  /** From 0, in the order of recording. */
  readonly event_id: number;
  /** `base.split.index`; null for what belongs to the run as a whole. */
  readonly sample_id: string | null;
  readonly created_by: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff+00:00`. */
  readonly created_at: string;
  /** Which repeat of the sample, from 0; absent when samples run once. */
  readonly repeat?: number;
}

/** Data of a `match` event: was the answer right, and what was it compared with. */
export interface MatchData {
  readonly correct: boolean;
  readonly expected?: unknown;
  readonly picked?: unknown;
  /** Of several answers the share that was right, 0 to 1: what an accuracy counts if it is there. */
  readonly correct_share?: number;
  readonly [field: string]: unknown;
}

/** Data of a `metrics` event: any measured values. */
export type MetricsData = Readonly<Record<string, unknown>>;

/** Data of an `error` event: why a sample has no result. */
export interface ErrorData {
  /** Class of the error. */
  readonly type: string;
  readonly message: string;
  readonly [field: string]: unknown;
}
