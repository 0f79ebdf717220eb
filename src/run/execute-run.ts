import type { Report } from "../core/report.ts";
import type { Job, Outcome } from "../core/sample.ts";
import type { RunSpec } from "../core/spec.ts";
import { Recorder } from "../record/recorder.ts";
import type { SampleError } from "../record/tally.ts";
import { CONCURRENCY, GRACE_SECONDS } from "./defaults.ts";
import { type GateResult, judgeGates } from "./gates.ts";
import { InOrder } from "./in-order.ts";
import { jobsOf, planJobs } from "./jobs.ts";
import { LocalRunner } from "./local-runner.ts";
import { logEvidence } from "./log-evidence.ts";
import { makeReport } from "./make-report.ts";
import type { StartedRun } from "./observer.ts";
import { type PreparedRun, repeatsOf } from "./prepare-run.ts";
import { isFailed, ProgressCounter } from "./progress-counter.ts";
import { type EarlierSessions, resumedEvent } from "./resume-sessions.ts";
import { RunControl } from "./run-control.ts";
import { runSample, SampleRun } from "./run-sample.ts";
import { isStream, RunningFigures, streamJobs } from "./stream-run.ts";

/** What came of a run. */
export interface RunResult {
  readonly spec: RunSpec;
  readonly report: Report;
  /** The log file, unless the events went elsewhere. */
  readonly logPath: string | undefined;
  /** Where the events went: the log file, a server; undefined when nothing says so. */
  readonly location: string | undefined;
  /** The first of the eval's `metrics`. */
  readonly primaryMetric: string | undefined;
  /** Ids of the chosen samples, in their order. */
  readonly sampleIds: Iterable<string>;
  /** Whether each gate is met. */
  readonly gates: readonly GateResult[];
  /** What went wrong with single samples; the first thousand. */
  readonly errors: readonly SampleError[];
  /** What ended the run before its last sample, or kept the log from being written. */
  readonly failure?: unknown;
  /** How far the run had come before, when its log was gone on with or only read. */
  readonly resumed?: Pick<EarlierSessions, "done" | "left"> | undefined;
  /** Why no more samples were begun, when somebody or a deadline stopped the run. */
  readonly stopReason?: unknown;
}

/**
 * Judges the chosen samples, writes the log, and makes the report.
 *
 * @throws what would have failed every sample alike, when nothing was judged before it
 */
export async function executeRun(run: PreparedRun): Promise<RunResult> {
  try {
    return await judgeAndReport(run);
  } finally {
    await run.evaluation.end();
  }
}

async function judgeAndReport(run: PreparedRun): Promise<RunResult> {
  const { spec, sink, settings, observer, earlier } = run;
  const started = performance.now() - (earlier?.costs.wallMs ?? 0);
  const recorder = new Recorder({
    runId: spec.run_id,
    createdBy: spec.created_by,
    sink,
    secrets: settings.secrets,
    ...run.measures.recording,
    tally: earlier?.progress.tally,
    firstEventId: earlier?.progress.nextEventId,
  });
  await recorder.open(spec);
  if (earlier) await recorder.recordForRun([resumedEvent(earlier)]);
  observer.started?.(startOf(run));

  const control = await judgeAll(run, recorder);
  if (control.failure && isNothingScored(recorder)) {
    await recorder.abandon();
    throw control.failure;
  }
  const wallSeconds = (performance.now() - started) / 1000;
  const asking = summaryContext(run, control);
  const summary = await settle(async () => run.evaluation.summarize(recorder, asking));
  await recorder.recordForRun(asking.record.drafts);
  const report = makeReport(run, recorder, { summary: summary.value ?? {}, wallSeconds });
  const { gates, recording } = run.measures;
  const evidence =
    recording.keepsMetrics === false ? await logEvidence(gates, report, recorder) : recorder;
  const delivery = await settle(() => recorder.close(report));
  return {
    spec,
    report,
    logPath: run.logPath,
    location: sink.location,
    primaryMetric: run.primaryMetric,
    sampleIds: sampleIdsOf(run),
    gates: judgeGates(gates, report, evidence),
    errors: recorder.errors,
    failure: control.failure ?? summary.failure ?? delivery.failure,
    stopReason: control.stopping.reason,
    ...(earlier ? { resumed: { done: earlier.done, left: earlier.left } } : {}),
  };
}

/**
 * What a report is made of may ask as samples do. Of a run that was cancelled there is a report of
 * what it has come to: what ended its samples does not end that.
 */
function summaryContext(
  { completionFns, seed, spec }: PreparedRun,
  { cancelling }: RunControl,
): SampleRun {
  const signal = cancelling.aborted ? new AbortController().signal : cancelling;
  const job = { sampleId: `${spec.base_eval}.${spec.split}.summary`, sample: null };
  return new SampleRun(job, { completionFns, seed, signal }, signal);
}

async function judgeAll(run: PreparedRun, recorder: Recorder): Promise<RunControl> {
  const { settings, observer, evaluation, completionFns, seed, earlier } = run;
  const { signal, runTimeoutMs, sampleTimeoutMs, graceMs = GRACE_SECONDS * 1000 } = settings;
  const onStop = (reason: unknown, left: number) => observer.stopping?.(reason, left);
  const control = new RunControl({ signal, timeoutMs: runTimeoutMs, graceMs, onStop });
  const stream = isStream(run.rows) ? run.rows : undefined;
  const figures = stream && new RunningFigures(evaluation.running());
  const total = stream ? null : run.indices.length * repeatsOf(run);
  const progress = new ProgressCounter(
    { total, done: earlier?.done, figures },
    observer,
    run.stats,
  );
  const environment = {
    completionFns,
    seed,
    signal: control.cancelling,
    timeoutMs: sampleTimeoutMs,
  };

  const judge = async (job: Job): Promise<Outcome> => {
    order?.began(job);
    progress.began();
    let outcome: Outcome | undefined;
    try {
      outcome = await runSample(evaluation, job, environment);
      return outcome;
    } catch (error) {
      control.fail(error); // what else runs would fail alike: it need not be waited for
      throw error;
    } finally {
      progress.ended(outcome);
    }
  };
  const keep = async (outcome: Outcome): Promise<void> => {
    await recorder.record(outcome);
    if (settings.failFast && isFailed(outcome)) control.stop("a sample failed (--fail-fast)");
    figures?.add(outcome);
    if (figures) progress.measured();
  };
  const order = stream && new InOrder(keep);
  const keepInOrder = async (outcome: Outcome): Promise<void> => {
    try {
      await order?.ended(outcome);
    } catch (error) {
      control.fail(error); // or else the run would wait for the next row
      throw error;
    }
  };

  const runner = new LocalRunner(judge, {
    concurrency: settings.concurrency ?? CONCURRENCY,
    stop: control.stopping,
  });
  try {
    await runner.run(jobsToDo(run, control.stopping), order ? keepInOrder : keep);
  } catch (error) {
    control.fail(error);
  } finally {
    control.end();
  }
  const { failure } = await settle(async () => order?.end());
  if (failure !== undefined) control.fail(failure);
  return control;
}

function jobsToDo(run: PreparedRun, stop: AbortSignal): AsyncGenerator<Job> {
  const { rows, indices, spec, settings, earlier } = run;
  const repeats = repeatsOf(run);
  if (!isStream(rows)) return jobsOf(rows, planJobs(indices, spec, repeats), earlier?.isDone);
  const { maxSamples } = settings;
  const arrived = (index: number) => void indices.push(index);
  return streamJobs(rows, { spec, repeats, maxSamples, arrived }, stop);
}

/** Ids of the samples that a run has chosen, made when they are asked for. */
export function sampleIdsOf({ indices, spec }: Pick<PreparedRun, "indices" | "spec">) {
  return {
    *[Symbol.iterator](): Generator<string> {
      for (const { sampleId } of planJobs(indices, spec)) yield sampleId;
    },
  };
}

function startOf(run: PreparedRun): StartedRun {
  const { spec, alias, evaluation, indices, rows, sink, logPath } = run;
  return {
    spec,
    alias,
    description: evaluation.describe(),
    samples: isStream(rows) ? null : indices.length,
    rows: rows.count ?? 0,
    repeats: repeatsOf(run),
    location: sink.location,
    logPath,
  };
}

function isNothingScored({ samples }: Recorder): boolean {
  return samples.judged === 0;
}

/** A step that may fail without taking the report with it. */
async function settle<T>(step: () => Promise<T>): Promise<{ value?: T; failure?: unknown }> {
  try {
    return { value: await step() };
  } catch (failure) {
    return { failure };
  }
}
