import { isDeepStrictEqual } from "node:util";
import type { AskedMetric } from "../core/metric.ts";
import type { ClassSpec, EntryPlace } from "../core/spec.ts";
import { isMapping } from "./describe-value.ts";

/** Where a metric stands whose spec is part of the args of an entry; the entry's place if nowhere. */
export function placeWithin(
  outer: ClassSpec & EntryPlace,
  asked: AskedMetric,
): Pick<EntryPlace, "line" | "lineOf"> {
  const path = pathTo(outer.args, asked);
  if (path === undefined) return { line: outer.line, lineOf: () => undefined };
  return {
    line: outer.lineOf?.(path) ?? outer.line,
    lineOf: (inner) => outer.lineOf?.([...path, argsKey(asked), ...inner]),
  };
}

/** Schemas copy what they check, so equal values are taken for the same. */
function pathTo(value: unknown, wanted: unknown): PropertyKey[] | undefined {
  if (isDeepStrictEqual(value, wanted)) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(mappingOf(value));
  for (const [key, item] of entries) {
    const rest = pathTo(item, wanted);
    if (rest) return [key, ...rest];
  }
  return undefined;
}

function mappingOf(value: unknown): object {
  return isMapping(value) ? value : {};
}

/** In `{rouge: {…}}` the args stand behind the name. */
function argsKey(asked: AskedMetric): string {
  if (typeof asked === "string") return "";
  if ("args" in asked || "init_args" in asked) return "args" in asked ? "args" : "init_args";
  return Object.keys(asked)[0] ?? "";
}
