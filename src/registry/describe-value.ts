import { describeJson } from "../core/schema-faults.ts";

/** A mapping of YAML or JSON. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Whether a value is a mapping, neither a list nor nothing. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value of YAML as a message names it; a key with nothing behind it is null there. */
export function describeValue(value: unknown): string {
  return value === null ? "nothing" : describeJson(value);
}
