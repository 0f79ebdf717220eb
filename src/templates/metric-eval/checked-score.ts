import type { Score } from "../../core/metric.ts";

/**
 * What a metric's `score` gave back, with what JSON cannot hold as not defined.
 *
 * @throws {TypeError} when it is no score
 */
export function checkedScore(given: unknown): Score {
  const { scores, ...rest } = fieldsOf(given, "score gives back");
  const entries = Object.entries(fieldsOf(scores, "score gives back scores that are"));
  const odd = entries.find(([, value]) => !isMeasure(value));
  if (odd) {
    throw new TypeError(
      `the score "${odd[0]}" is ${shown(odd[1])}: give a number, true, false or null`,
    );
  }
  const undefinable = entries.filter(([, value]) => typeof value === "number" && !isDefined(value));
  const reason = undefinable.map(([key, value]) => `"${key}" is ${value}`).join(", ");
  return {
    ...(reason === "" ? {} : { reason }),
    ...rest,
    scores: Object.fromEntries(
      entries.map(([key, value]) => [key, isDefined(value) ? value : null]),
    ),
  };
}

function fieldsOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>; // as the check tells
  }
  throw new TypeError(`${what} ${shown(value)}: give { scores: { NAME: 0.5 } }`);
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  return typeof value === "function" ? "a function" : (JSON.stringify(value) ?? String(value));
}

function isMeasure(value: unknown): boolean {
  return value === undefined || value === null || ["number", "boolean"].includes(typeof value);
}

function isDefined(value: unknown): value is number | boolean {
  return typeof value === "boolean" || Number.isFinite(value);
}
