import { fieldsOf, isList, isMapping } from "./values.ts";

/**
 * Integers of a query that YAML and JSON may have rounded: beyond 2^53 a number does not hold each
 * one. Rows have such integers as text, digit for digit.
 */
export function lossyNumbers(where: unknown): number[] {
  if (typeof where === "number") {
    return Number.isInteger(where) && !Number.isSafeInteger(where) ? [where] : [];
  }
  if (isList(where)) return where.flatMap(lossyNumbers);
  return isMapping(where) ? fieldsOf(where).flatMap(([, value]) => lossyNumbers(value)) : [];
}
