import type { Report } from "../core/report.ts";

const UNCERTAINTY = /\.(stderr|ci95_low|ci95_high)$/;
/** What stands beside the mean of a metric. */
const BESIDE_MEAN = /\.(count|missing|failed|std)$/;
const BOOKKEEPING = /^(samples|run|aggregation|nodes)\/|^usage_|^(cost_usd|missing_metrics)$/;
/** openai/evals' uncertainty, under both spellings; the screen has the standard error instead. */
const BOOTSTRAP = /^boot?strap_std$/;

/** The keys of a report that are results, as opposed to their uncertainty and bookkeeping. */
export function resultKeys(report: Report): string[] {
  return Object.keys(report).filter(
    (key) =>
      !UNCERTAINTY.test(key) &&
      !BOOKKEEPING.test(key) &&
      !BOOTSTRAP.test(key) &&
      !(BESIDE_MEAN.test(key) && Object.hasOwn(report, key.replace(BESIDE_MEAN, ""))),
  );
}
