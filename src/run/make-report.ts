import { invalidity } from "../core/event-log.ts";
import type { Report } from "../core/report.ts";
import type { Recorder } from "../record/recorder.ts";
import { costsReport, countsReport, finite, leadWith } from "./accounting.ts";
import { costOf } from "./cost.ts";
import type { PreparedRun } from "./prepare-run.ts";

/** What a report is made of beside what was recorded. */
export interface ReportParts {
  /** The eval's own figures. */
  readonly summary: Report;
  readonly wallSeconds: number;
}

/** The report of a run: the eval's figures, then what became of the samples and what they cost. */
export function makeReport(
  run: PreparedRun,
  recorder: Recorder,
  { summary, wallSeconds }: ReportParts,
): Report {
  const { total: judged, errors } = recorder.samples;
  const { report: cost, missing } = costOf(recorder.usage.models, run.measures.prices);
  if (missing !== undefined) run.observer.warned?.(`the cost is not known: ${missing}`);
  return finite({
    ...leadWith(run.primaryMetric, summary),
    ...countsReport({
      total: run.indices.length,
      scored: judged - errors,
      errors,
      invalid: recorder.metrics.filter((record) => Number(invalidity(record)) > 0).length,
      skipped: run.indices.length - judged,
    }),
    ...recorder.usage.report(),
    ...cost,
    ...costsReport(run.stats, wallSeconds),
    ...recorder.noAnswers.report(),
  });
}
