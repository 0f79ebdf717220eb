import { Metric, type Score } from "../core/metric.ts";
import type { Report } from "../core/report.ts";

/** A metric whose figures are made by its own `summary`, so that no score is kept. */
export abstract class SummedMetric<TArgs extends object> extends Metric<TArgs> {
  override summarize(scores: Iterable<Score>): Report {
    const summary = this.summary();
    for (const score of scores) summary.add(score);
    return summary.report();
  }

  abstract override summary(): ReturnType<Metric["summary"]>;
}
