/** The operators of a query. */
export const OPERATOR_NAMES: readonly string[] = [
  "eq",
  "ne",
  "in",
  "not_in",
  "regex",
  "exists",
  "gt",
  "gte",
  "lt",
  "lte",
  "elem_match",
];

/** The signs that may stand for an operator. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ["==", "eq"],
  ["!=", "ne"],
  [">", "gt"],
  [">=", "gte"],
  ["<", "lt"],
  ["<=", "lte"],
]);
