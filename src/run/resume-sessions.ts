import type { EventDraft } from "../core/event.ts";
import { version } from "../core/version.ts";
import type { LogProgress } from "../record/log-progress.ts";
import type { Log } from "../record/read-log.ts";
import { parseTimestamp } from "../record/timestamp.ts";
import type { PlannedJob } from "./jobs.ts";

/** What the sessions of a log before this one left. */
export interface EarlierSessions {
  readonly progress: LogProgress;
  /** Jobs with a result that stays, and those that are missing or failed. */
  readonly done: number;
  readonly left: number;
  readonly costs: SessionCosts;
  /** Whether a job has a result that stays. */
  isDone(job: PlannedJob): boolean;
}

/** What sessions cost beside tokens, all of them together. */
export interface SessionCosts {
  readonly wallMs: number;
  readonly waitedMs: number;
  readonly requests: number;
  readonly retries: number;
}

/** What earlier sessions left of these jobs. */
export function earlierSessions(
  log: Pick<Log, "spec" | "report">,
  progress: LogProgress,
  planned: Iterable<PlannedJob>,
): EarlierSessions {
  const isDone = ({ sampleId, repeat }: PlannedJob) => progress.isDone(sampleId, repeat);
  let [done, left] = [0, 0];
  for (const job of planned) {
    if (isDone(job)) done++;
    else left++;
  }
  return { progress, done, left, costs: costsSoFar(log, progress), isDone };
}

/** The event that separates a session of a log from those before it. */
export function resumedEvent({ done, left, progress, costs }: EarlierSessions): EventDraft {
  const { wallMs, waitedMs, requests, retries } = costs;
  return {
    type: "resumed",
    data: {
      version: version(),
      done,
      left,
      failed: progress.tally.failed,
      wall_s: wallMs / 1000,
      wait_s: waitedMs / 1000,
      requests,
      retries,
    },
  };
}

/**
 * A session that ended has said in its report what all cost until then. Of one that was killed the
 * log tells the time of its last event, and the answers that arrived.
 */
function costsSoFar(
  { spec, report }: Pick<Log, "spec" | "report">,
  { isReported, lastResumed, lastEventAt, tally }: LogProgress,
): SessionCosts {
  if (isReported) return costsIn(report, "run/");
  const before = costsIn(lastResumed?.data, "");
  const began = lastResumed?.created_at ?? spec.created_at;
  const lasted = parseTimestamp(lastEventAt ?? began) - parseTimestamp(began);
  return {
    ...before,
    wallMs: before.wallMs + Math.max(0, lasted || 0),
    requests: Math.max(before.requests, tally.usage.samplings),
  };
}

function costsIn(figures: unknown, prefix: string): SessionCosts {
  const number = (name: string) => Number(Object(figures)[prefix + name] ?? 0);
  return {
    wallMs: number("wall_s") * 1000,
    waitedMs: number("wait_s") * 1000,
    requests: number("requests"),
    retries: number("retries"),
  };
}
