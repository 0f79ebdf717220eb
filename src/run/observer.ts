import type { HoldNotice } from "../completion/calls/gate.ts";
import type { RetryNotice } from "../completion/calls/retry.ts";
import type { Report } from "../core/report.ts";
import type { RunSpec } from "../core/spec.ts";

/** Is told how a run goes; each method may be left out. */
export interface RunObserver {
  /** The run is set up; asking begins. */
  started?(run: StartedRun): void;
  /** A log is gone on with; nothing is asked when nothing is left. */
  resumed?(run: ResumedRun): void;
  /** A sample began or ended. */
  progressed?(progress: Progress): void;
  /** A request failed and will be sent again. */
  retrying?(notice: RetryNotice): void;
  /** Requests wait that nobody refused: a limit is reached. Each reason comes once. */
  holding?(notice: HoldNotice): void;
  /** No more samples are begun; those that run have some time to end, in milliseconds. */
  stopping?(reason: unknown, graceMs: number): void;
  /** One of several evals could not run; the others go on. */
  failed?(evalName: string, error: unknown): void;
  /** Something the user should know; each message comes once. */
  warned?(message: string): void;
}

/** How far the run of a log has come; repeats of a sample count one by one. */
export interface ResumedRun {
  readonly log: string;
  readonly done: number;
  /** Samples that are missing or failed. */
  readonly left: number;
  /** Samples that failed, and are done again. */
  readonly failed: number;
}

/** What is about to run. */
export interface StartedRun {
  readonly spec: RunSpec;
  /** The name that was asked for, where it is an alias. */
  readonly alias: string | undefined;
  /** Who does what, where the eval says so. */
  readonly description: string | undefined;
  /** Samples to judge, and rows in the data; of a stream nobody knows. */
  readonly samples: number | null;
  readonly rows: number;
  /** How often each sample is judged. */
  readonly repeats: number;
  /** Where the events go: the log file, a server; undefined when nothing says so. */
  readonly location: string | undefined;
  /** The log file, unless the events go elsewhere. */
  readonly logPath: string | undefined;
}

/** How far a run is; repeats of a sample count one by one. */
export interface Progress {
  /** Null for a stream. */
  readonly total: number | null;
  readonly done: number;
  readonly running: number;
  /** Requests that wait before they are sent again, or for a limit. */
  readonly retrying: number;
  readonly errors: number;
  /** Of a stream: what was measured so far. */
  readonly figures?: ProgressFigures | undefined;
}

/** Figures that change as rows come. */
export interface ProgressFigures {
  /** Rows that were judged, and those of them that failed. */
  readonly rows: number;
  readonly errors: number;
  report(): Report;
}
