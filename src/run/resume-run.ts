import { resolve } from "node:path";
import { ConfigError } from "../core/errors.ts";
import { JsonlSink } from "../record/jsonl-sink.ts";
import { readProgress } from "../record/log-progress.ts";
import { mendEnd } from "../record/mend-end.ts";
import { type Log, readLog } from "../record/read-log.ts";
import { executeRun, type RunResult, sampleIdsOf } from "./execute-run.ts";
import { judgeGates } from "./gates.ts";
import { planJobs } from "./jobs.ts";
import type { RunSettings } from "./options.ts";
import { type PreparedRun, prepareRun, repeatsOf } from "./prepare-run.ts";
import { isWhole } from "./resumable-logs.ts";
import { refuseOtherRun } from "./resume-identity.ts";
import { resumeOptions } from "./resume-options.ts";
import { type EarlierSessions, earlierSessions } from "./resume-sessions.ts";
import { refuseResumedStream } from "./stream-run.ts";

/** Which log is gone on with; settings that are left out are those of its run. */
export interface ResumeOptions extends RunSettings {
  /** The log file. */
  readonly log: string;
}

/**
 * Goes on with the run of a log: judges what is missing or failed, in the same file, and makes the
 * report that a run without a break would have had.
 *
 * @example
 * const { report } = await resumeRun({ log: "run.jsonl" });
 *
 * @throws {ConfigError} when the run is not the same any more; the message tells every difference
 * @throws {DataError} when the file is no log
 */
export async function resumeRun({ log: path, ...settings }: ResumeOptions): Promise<RunResult> {
  const log = await readLog(resolve(settings.cwd ?? ".", path));
  return continueRun(await prepareRun(resumeOptions(log, settings)), log);
}

/**
 * Goes on with a log by a run that was set up anew.
 *
 * @throws {ConfigError} when it is not the run of the log
 */
export async function continueRun(run: PreparedRun, log: Log): Promise<RunResult> {
  refuseResumedStream(run.rows, log.path);
  refuseOtherRun(log, run);
  if (run.logPath === undefined) {
    throw new ConfigError("a run that is resumed goes on in its log file", {
      where: log.path,
      fix: "leave out --dry-run, --http-run and --recorder",
    });
  }
  const size = await mendEnd(log);
  const { secrets } = run.settings;
  const progress = await readProgress(log.path, { secrets, ...run.measures.recording });
  const planned = planJobs(run.indices, run.spec, repeatsOf(run));
  const earlier = earlierSessions(log, progress, planned);
  const { done, left } = earlier;
  run.observer.resumed?.({ log: log.path, done, left, failed: progress.tally.failed });
  if (left === 0 && progress.isReported && isWhole(log)) {
    await run.evaluation.end();
    return resultOf(run, log);
  }

  addCosts(run, earlier);
  const sink = new JsonlSink({ path: log.path, secrets, size });
  return executeRun({ ...run, spec: log.spec, sink, logPath: log.path, earlier });
}

/** What a run has come to whose log is complete. */
function resultOf(run: PreparedRun, log: Log): RunResult {
  const { spec, path } = log;
  const report = log.report ?? {};
  return {
    spec,
    report,
    logPath: path,
    location: path,
    primaryMetric: run.primaryMetric,
    sampleIds: sampleIdsOf(run),
    gates: judgeGates(run.measures.gates, report),
    errors: [],
    resumed: { done: run.indices.length * repeatsOf(run), left: 0 },
  };
}

function addCosts({ stats }: PreparedRun, { costs }: EarlierSessions): void {
  stats.requests += costs.requests;
  stats.retries += costs.retries;
  stats.waitedMs += costs.waitedMs;
}
