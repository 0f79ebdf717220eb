import type { EventLog } from "./event-log.ts";
import { bootstrapStd, mean, standardError, wilsonInterval } from "./statistics.ts";

/** Figures of a run by name; a figure that cannot be computed is null. */
export type Report = Readonly<Record<string, unknown>>;

/** Share of right answers among the `match` events; null when there is none. */
export function accuracy(log: EventLog): number | null {
  return mean(log.matches.map(({ correct }) => Number(correct)));
}

/** Accuracy over the `match` events with its uncertainty; null where there is no event. */
export function accuracyReport(log: EventLog): Report {
  const correct = log.matches.map((match) => match.correct);
  const std = bootstrapStd(correct);
  return {
    accuracy: accuracy(log),
    boostrap_std: std,
    bootstrap_std: std,
    ...proportionUncertainty("accuracy", correct),
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
  return { [key]: mean(values.map(Number)), ...proportionUncertainty(key, values) };
}

function proportionUncertainty(key: string, values: readonly boolean[]): Report {
  const interval = wilsonInterval(values.filter(Boolean).length, values.length);
  return {
    [`${key}.stderr`]: standardError(values.map(Number)),
    [`${key}.ci95_low`]: interval?.low ?? null,
    [`${key}.ci95_high`]: interval?.high ?? null,
  };
}
