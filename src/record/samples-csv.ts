import { csvRow } from "./csv.ts";
import { type LoggedSample, readSamples } from "./log-samples.ts";
import type { Log } from "./read-log.ts";

const COLUMNS = [
  "sample_id",
  "repeat",
  "prompt",
  "answer",
  "expected",
  "picked",
  "correct",
  "failed",
  "error",
  "why",
] as const;

/**
 * The samples of a log as rows of CSV, the names of the columns first. Each metric has a column; one
 * that is called like a column of every log is `metrics.NAME`.
 */
export async function* samplesCsv(log: Log): AsyncGenerator<string> {
  const names = new Set<string>();
  for await (const { metrics } of readSamples(log)) {
    for (const name of Object.keys(metrics)) names.add(name);
  }

  yield csvRow([...COLUMNS, ...[...names].map(columnName)]);
  for await (const sample of readSamples(log)) {
    const metrics = [...names].map((name) => sample.metrics[name]);
    yield csvRow([...commonValues(sample), ...metrics]);
  }
}

function columnName(metric: string): string {
  return COLUMNS.some((column) => column === metric) ? `metrics.${metric}` : metric;
}

function commonValues(sample: LoggedSample): readonly unknown[] {
  const values: Readonly<Record<(typeof COLUMNS)[number], unknown>> = {
    ...sample,
    sample_id: sample.sampleId,
    error: sample.error && `${sample.error.type}: ${sample.error.message}`,
  };
  return COLUMNS.map((column) => values[column]);
}
