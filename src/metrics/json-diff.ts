import { canonicalJson } from "./canonical-json.ts";
import { levenshteinSimilarity } from "./levenshtein.ts";
import { numericSimilarity } from "./numeric.ts";
import { type JsonValue, parseJson } from "./parse-json.ts";

/** How JSON values are compared. */
export interface JsonDiffOptions {
  /** Pair the items of two lists by likeness, the most alike first, and not by place. @default false */
  readonly unordered_arrays?: boolean | undefined;
}

/**
 * Likeness of two JSON values, as autoevals has it by JSONDiff, but for booleans, which are equal or
 * not: of objects the mean over the keys of both; of lists the sum over pairs of items by the longer
 * length; of texts their Levenshtein similarity; of numbers 1 − |a − b| / (|a| + |b|). A key that is
 * not there is null, and null is like nothing but null. Other values of two kinds are compared as
 * JSON texts. A text that holds an object or list is that object or list.
 *
 * @returns 0 (nothing alike) to 1 (alike in everything)
 */
export function jsonDiff(a: JsonValue, b: JsonValue, options: JsonDiffOptions = {}): number {
  const [one, other] = [opened(a), opened(b)];
  if (one === null || other === null) return Number(one === other);
  if (isList(one) && isList(other)) return diffLists(one, other, options);
  if (isObject(one) && isObject(other)) return diffObjects(one, other, options);
  return diffScalars(one, other);
}

type JsonObject = { readonly [key: string]: JsonValue };
type List = readonly JsonValue[];

const CONTAINER = /^\s*[[{]/;

function opened(value: JsonValue): JsonValue {
  if (typeof value !== "string" || !CONTAINER.test(value)) return value;
  return parseJson(value) ?? value;
}

function isList(value: JsonValue): value is List {
  return Array.isArray(value);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}

function isNumber(value: JsonValue): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function diffScalars(a: JsonValue, b: JsonValue): number {
  if (typeof a === "string" && typeof b === "string") return levenshteinSimilarity(a, b);
  if (isNumber(a) && isNumber(b)) return numericSimilarity(a, b);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a === b);
  return levenshteinSimilarity(canonicalJson(a), canonicalJson(b));
}

function diffObjects(a: JsonObject, b: JsonObject, options: JsonDiffOptions): number {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  if (keys.length === 0) return 1;
  const scores = keys.map((key) => jsonDiff(fieldOf(a, key), fieldOf(b, key), options));
  return sum(scores) / keys.length;
}

/** Own keys alone, for every object has a `constructor`. */
function fieldOf(object: JsonObject, key: string): JsonValue {
  return Object.hasOwn(object, key) ? (object[key] ?? null) : null;
}

function diffLists(a: List, b: List, options: JsonDiffOptions): number {
  const length = Math.max(a.length, b.length);
  if (length === 0) return 1;
  const scores = options.unordered_arrays
    ? scoresByLikeness(a, b, options)
    : a.slice(0, b.length).map((item, i) => jsonDiff(item, b[i] ?? null, options));
  return sum(scores) / length;
}

/** Scores of pairs; each item is in one at most. Equal ones are paired first, for they are many. */
function scoresByLikeness(a: List, b: List, options: JsonDiffOptions): number[] {
  const [left, right] = [without(a, b), without(b, a)];
  const pairs = left.flatMap((item, i) =>
    right.map((other, j) => ({ i, j, score: jsonDiff(item, other, options) })),
  );
  const [taken, takenToo] = [new Set<number>(), new Set<number>()];
  const best = pairs
    .sort((one, other) => other.score - one.score)
    .filter(({ i, j }) => {
      if (taken.has(i) || takenToo.has(j)) return false;
      taken.add(i);
      takenToo.add(j);
      return true;
    });
  const equal = Array.from({ length: a.length - left.length }, () => 1);
  return [...equal, ...best.map(({ score }) => score)];
}

/** Items of a list that the other has not, or not as often. */
function without(list: List, other: List): List {
  const counts = new Map<string, number>();
  for (const item of other.map(canonicalJson)) counts.set(item, (counts.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const text = canonicalJson(item);
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
