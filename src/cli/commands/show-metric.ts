import { didYouMean } from "../../core/closest.ts";
import { ConfigError } from "../../core/errors.ts";
import { readOutcomes } from "../../record/log-outcomes.ts";
import { type LoggedMetricResult, metricResults } from "../../record/metric-event.ts";
import type { Log } from "../../record/read-log.ts";
import { metricLines } from "../metric-lines.ts";
import type { Look } from "../sample-lines.ts";

/** Where lines go, and how many samples are listed. */
export interface MetricListing {
  readonly max: number;
  readonly look: Look;
  print(line: string): void;
}

/**
 * Lists what a metric said of each sample, and what its judge wrote.
 *
 * @param name the metric's name, or that of one of its scores
 * @throws {ConfigError} when the log has no such metric
 */
export async function showMetric(
  log: Log,
  name: string,
  { max, look, print }: MetricListing,
): Promise<void> {
  const names = new Set<string>();
  const counts = { scored: 0, missing: 0, failed: 0 };
  let found = 0;
  for await (const { title, result } of resultsIn(log)) {
    names.add(result.metric);
    if (result.metric !== name && !Object.hasOwn(result.scores, name)) continue;
    counts[result.status]++;
    found++;
    if (found > max) continue;
    for (const line of [...metricLines(title, result, look), ""]) print(line);
  }
  if (found === 0) throw noMetric(name, names, log);
  const left = found > max ? `; ${max} listed here, all with --max ${found}` : "";
  print(`${counts.scored} scored, ${counts.missing} missing, ${counts.failed} failed${left}`);
}

interface TitledResult {
  /** The sample. */
  readonly title: string;
  readonly result: LoggedMetricResult;
}

async function* resultsIn(log: Log): AsyncGenerator<TitledResult> {
  for await (const { sampleId, repeat, events } of readOutcomes(log)) {
    const title = repeat === undefined ? sampleId : `${sampleId} (repeat ${repeat})`;
    for (const result of metricResults(events)) yield { title, result };
  }
}

function noMetric(name: string, names: ReadonlySet<string>, { path }: Log): ConfigError {
  return new ConfigError(`the log has no metric "${name}"`, {
    where: path,
    fix:
      didYouMean(name, names) ??
      (names.size > 0
        ? `it has ${[...names].join(", ")}`
        : `add some with: oaieval score ${path} --metrics NAMES`),
  });
}
