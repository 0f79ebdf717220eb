import { clusteredError } from "./clustered-error.ts";
import type { EventLog, Observation } from "./event-log.ts";
import { bootstrapStd, mean, standardError, wilsonInterval } from "./statistics.ts";

/** Figures of a run by name; a figure that cannot be computed is null. */
export type Report = Readonly<Record<string, unknown>>;

/** Values to average: plain ones, or with the cluster that each belongs to. */
export type Values = readonly (number | boolean | Observation)[];

/** Share of right answers among the `match` events; null when there is none. */
export function accuracy(log: EventLog): number | null {
  return mean(matchValues(log).map(numberOf));
}

/** Accuracy over the `match` events with its uncertainty; null where there is no event. */
export function accuracyReport(log: EventLog): Report {
  const values = matchValues(log);
  const std = bootstrapStd(values.map(numberOf));
  const { accuracy, ...uncertainty } = proportionReport("accuracy", values);
  return { accuracy, boostrap_std: std, bootstrap_std: std, ...uncertainty };
}

/**
 * Mean of values under `key`, with standard error and a 95 % interval beside it. The error is
 * clustered where values have clusters.
 */
export function meanReport(key: string, values: Values): Report {
  const numbers = values.map(numberOf);
  const error = values.some(isInCluster)
    ? clusteredError(numbers, values.map(clusterOf))
    : standardError(numbers);
  return estimateReport(key, mean(numbers), error);
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

/**
 * Share of true values under `key`, with standard error and a 95 % interval beside it. The interval
 * is Wilson's; where values are shares themselves or have clusters, for which Wilson's is not made,
 * it is that of a mean, cut at 0 and 1.
 */
export function proportionReport(key: string, values: Values): Report {
  const report = meanReport(key, values);
  const [low, high] = [`${key}.ci95_low`, `${key}.ci95_high`];
  if (!values.every((value) => typeof plain(value) === "boolean" && !isInCluster(value))) {
    return { ...report, [low]: withinUnit(report[low]), [high]: withinUnit(report[high]) };
  }
  const successes = values.reduce<number>((sum, value) => sum + numberOf(value), 0);
  const interval = wilsonInterval(successes, values.length);
  return { ...report, [low]: interval?.low ?? null, [high]: interval?.high ?? null };
}

/** Whether answers were right; of a million of them most need no object. */
function matchValues({ matches }: EventLog): Values {
  return matches.map(({ correct, share, cluster }) => {
    const value = share ?? correct;
    return cluster === undefined ? value : { value, cluster };
  });
}

function plain(value: Values[number]): number | boolean {
  return typeof value === "object" ? value.value : value;
}

function numberOf(value: Values[number]): number {
  return Number(plain(value));
}

function clusterOf(value: Values[number]): number | undefined {
  return typeof value === "object" ? value.cluster : undefined;
}

function isInCluster(value: Values[number]): boolean {
  return clusterOf(value) !== undefined;
}

function withinUnit(bound: unknown): number | null {
  return typeof bound === "number" ? Math.min(1, Math.max(0, bound)) : null;
}
