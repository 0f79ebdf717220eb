import type { JsonValue } from "./parse-json.ts";

type JsonObject = { readonly [key: string]: JsonValue };

/**
 * Whether two JSON values are equal: numbers by value, objects whatever the order of their keys.
 *
 * @param options.parity compare as openai/evals does: null equals nothing, true equals 1
 */
export function jsonEquals(a: JsonValue, b: JsonValue, { parity = false } = {}): boolean {
  if (a === null || b === null) return a === b && !parity;
  if (isArray(a)) return isArray(b) && sameItems(a, b, parity);
  if (isObject(a)) return isObject(b) && sameFields(a, b, parity);
  return parity ? sameScalar(asNumber(a), asNumber(b)) : sameScalar(a, b);
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !isArray(value);
}

function sameItems(a: readonly JsonValue[], b: readonly JsonValue[], parity: boolean): boolean {
  return a.length === b.length && a.every((item, i) => jsonEquals(item, b[i] ?? null, { parity }));
}

function sameFields(a: JsonObject, b: JsonObject, parity: boolean): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) => Object.hasOwn(b, key) && jsonEquals(a[key] ?? null, b[key] ?? null, { parity }),
  );
}

function asNumber(value: JsonValue): JsonValue {
  return typeof value === "boolean" ? Number(value) : value;
}

function sameScalar(a: JsonValue, b: JsonValue): boolean {
  if (typeof a === "bigint" && typeof b === "number") return sameAsBigInt(b, a);
  if (typeof a === "number" && typeof b === "bigint") return sameAsBigInt(a, b);
  return a === b;
}

function sameAsBigInt(value: number, big: bigint): boolean {
  return Number.isInteger(value) && BigInt(value) === big;
}
