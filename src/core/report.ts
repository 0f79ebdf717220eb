import type { EventLog } from "./event-log.ts";
import { bootstrapStd, mean, standardError, wilsonInterval } from "./statistics.ts";

/** Figures of a run by name; a figure that cannot be computed is null. */
export type Report = Readonly<Record<string, unknown>>;

/** Share of right answers among the `match` events; null when there is none. */
export function accuracy(log: EventLog): number | null {
  return mean(sharesOf(log));
}

/** Accuracy over the `match` events with its uncertainty; null where there is no event. */
export function accuracyReport(log: EventLog): Report {
  const shares = sharesOf(log);
  const std = bootstrapStd(shares);
  return {
    accuracy: mean(shares),
    boostrap_std: std,
    bootstrap_std: std,
    ...proportionUncertainty("accuracy", shares),
  };
}

/** Mean of values under `key`, with standard error and a 95 % interval beside it. */
export function meanReport(key: string, values: readonly number[]): Report {
  return estimateReport(key, mean(values), standardError(values));
}

/** A figure under `key` with its standard error, and a 95 % interval of the two beside it. */
export function estimateReport(key: string, estimate: number | null, error: number | null): Report {
  const known = estimate !== null && error !== null;
  return {
    [key]: estimate,
    [`${key}.stderr`]: error,
    [`${key}.ci95_low`]: known ? estimate - 1.96 * error : null,
    [`${key}.ci95_high`]: known ? estimate + 1.96 * error : null,
  };
}

/** Share of true values under `key`, with standard error and Wilson's 95 % interval beside it. */
export function proportionReport(key: string, values: readonly boolean[]): Report {
  const shares = values.map(Number);
  return { [key]: mean(shares), ...proportionUncertainty(key, shares) };
}

function sharesOf(log: EventLog): number[] {
  return log.matches.map(({ correct, share }) => share ?? Number(correct));
}

function proportionUncertainty(key: string, shares: readonly number[]): Report {
  const successes = shares.reduce((sum, share) => sum + share, 0);
  const interval = wilsonInterval(successes, shares.length);
  return {
    [`${key}.stderr`]: standardError(shares),
    [`${key}.ci95_low`]: interval?.low ?? null,
    [`${key}.ci95_high`]: interval?.high ?? null,
  };
}
