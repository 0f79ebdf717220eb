import type { MetricsData } from "../core/event.ts";
import { invalidity, type MatchRecord, type MetricsRecord } from "../core/event-log.ts";
import type { Reducer } from "../core/reducer.ts";
import { mean } from "../core/statistics.ts";

/** What was recorded of a sample, once or for one of its repeats. */
export interface SampleResults {
  readonly matches: readonly MatchRecord[];
  readonly metrics: readonly MetricsRecord[];
}

/**
 * Results of a sample's repeats as those of one sample. The first match of each repeat answers the
 * same question, and so does the second, and so on: each of these becomes one match, and metrics
 * likewise, number by number.
 */
export function reduceRepeats(repeats: readonly SampleResults[], reducer: Reducer): SampleResults {
  return {
    matches: alike(repeats.map(({ matches }) => matches)).map((all) => oneMatch(all, reducer)),
    metrics: alike(repeats.map(({ metrics }) => metrics)).map((all) => oneMetrics(all, reducer)),
  };
}

/** The first items of all lists, then their second ones … */
function alike<T>(lists: readonly (readonly T[])[]): T[][] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, place) =>
    lists.flatMap((list) => list.slice(place, place + 1)),
  );
}

/** Most repeats count as right where only a share is known. */
function oneMatch(matches: readonly MatchRecord[], reducer: Reducer): MatchRecord {
  const { sampleId, cluster } = first(matches);
  const value = reducer.reduce(matches.map(({ share, correct }) => share ?? Number(correct))) ?? 0;
  return {
    sampleId,
    correct: value > 0.5,
    ...(reducer.decides && matches.every(({ share }) => share === undefined)
      ? {}
      : { share: value }),
    ...(cluster === undefined ? {} : { cluster }),
  };
}

function oneMetrics(records: readonly MetricsRecord[], reducer: Reducer): MetricsRecord {
  const names = new Set(records.flatMap(({ data }) => Object.keys(data)));
  const data: MetricsData = Object.fromEntries(
    [...names].map((name) => [
      name,
      oneValue(
        records.map((record) => record.data[name]),
        reducer,
      ),
    ]),
  );
  if (!names.has("invalid")) return { ...first(records), data };
  // An unreadable verdict is no success: no reducer may make it disappear.
  return {
    ...first(records),
    data: { ...data, invalid: mean(records.map(invalidity).map(Number)) },
  };
}

/** Numbers and flags by the reducer; of all else what most repeats have, the first of equals. */
function oneValue(values: readonly unknown[], reducer: Reducer): unknown {
  const known = values.filter((value) => value !== null && value !== undefined);
  if (known.length === 0) return null;
  if (known.every((value) => typeof value === "number")) return reducer.reduce(known);
  if (known.every((value) => typeof value === "boolean")) {
    const value = reducer.reduce(known.map(Number));
    return reducer.decides && value !== null ? value === 1 : value;
  }
  return known.every((value) => typeof value === "object") ? meanParts(known) : mostFrequent(known);
}

/** Of structures alike, such as counts that corpus figures are made of, the mean of each number. */
function meanParts(values: readonly unknown[]): unknown {
  if (values.every((value) => typeof value === "number")) return mean(values);
  const [head] = values;
  const keys = keysOf(head);
  if (keys.length === 0 || !values.every((value) => keysOf(value).join() === keys.join())) {
    return mostFrequent(values);
  }
  const parts = keys.map((key) => meanParts(values.map((value) => Object(value)[key])));
  if (Array.isArray(head)) return parts;
  return Object.fromEntries(keys.map((key, index) => [key, parts[index]]));
}

function keysOf(value: unknown): readonly string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

function mostFrequent(values: readonly unknown[]): unknown {
  const texts = values.map((value) => JSON.stringify(value) ?? "");
  const count = (text: string) => texts.filter((other) => other === text).length;
  const highest = Math.max(...texts.map(count));
  return values[texts.findIndex((text) => count(text) === highest)];
}

function first<T>(items: readonly T[]): T {
  return items[0] as T; // only what some repeat has is reduced
}
