import type { JsonValue } from "./parse-json.ts";

/** The JSON text of a value without white space, keys in the order of their code units. */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  const fields = Object.entries(value as { readonly [key: string]: JsonValue }) // isArray narrows no readonly list
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${fields.join()}}`;
}
