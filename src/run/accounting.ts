import type { CallStats } from "../completion/calls/call-stats.ts";
import type { Report } from "../core/report.ts";

/** How many samples a run has, and what became of them. */
export interface SampleCounts {
  /** Samples that were chosen. */
  readonly total: number;
  /** Judged without a fault, every repeat included. */
  readonly scored: number;
  /** Ended in an error, at least once where they run several times; in no mean. */
  readonly errors: number;
  /** Judged, but a verdict of the judge was unreadable. */
  readonly invalid: number;
  /** Not begun, or not all of their repeats, because the run was stopped. */
  readonly skipped: number;
}

/** The counts under their names in the report. */
export function countsReport({ total, scored, errors, invalid, skipped }: SampleCounts): Report {
  return {
    "samples/total": total,
    "samples/scored": scored,
    "samples/errors": errors,
    "samples/invalid": invalid,
    "samples/skipped": skipped,
  };
}

/** What the run cost beside tokens under its names in the report; times in seconds. */
export function costsReport(stats: CallStats, wallSeconds: number): Report {
  return {
    "run/wall_s": toMilliseconds(wallSeconds),
    "run/wait_s": toMilliseconds(stats.waitedMs / 1000),
    "run/requests": stats.requests,
    "run/retries": stats.retries,
    ...(stats.cached === undefined ? {} : { "run/cached": stats.cached }),
  };
}

/** The report with its primary metric and that metric's uncertainty in front. */
export function leadWith(primary: string | undefined, report: Report): Report {
  if (primary === undefined || !(primary in report)) return report;
  const isPrimary = (key: string) => key === primary || key.startsWith(`${primary}.`);
  const entries = Object.entries(report);
  return Object.fromEntries([
    ...entries.filter(([key]) => isPrimary(key)),
    ...entries.filter(([key]) => !isPrimary(key)),
  ]);
}

/** Replaces numbers that JSON does not have by null: what cannot be computed is not a number. */
export function finite(report: Report): Report {
  return Object.fromEntries(
    Object.entries(report).map(([key, value]) => [
      key,
      typeof value === "number" && !Number.isFinite(value) ? null : value,
    ]),
  );
}

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
