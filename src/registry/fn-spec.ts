import { z } from "zod";
import { Limits } from "../completion/calls/limits.ts";
import { ConfigError } from "../core/errors.ts";
import type { ClassSpec, EntryPlace } from "../core/spec.ts";
import { complaints } from "./describe-issues.ts";
import { fieldsOf } from "./entry.ts";
import type { Trail } from "./follow.ts";
import { classSpec } from "./specs.ts";

/** How calls are made, whatever the class. */
const CallFields = z.object({
  limits: Limits.optional(),
  /** Keep answers of a class of one's own, or of none, in runs with a cache. */
  cache: z.boolean().optional(),
});

/** What an entry says of a completion function. */
export interface FnSpec extends ClassSpec, EntryPlace, z.infer<typeof CallFields> {}

/**
 * The class and args of a completion function with how it is called, which an alias may say too.
 *
 * @throws {ConfigError} when a field has the wrong type
 */
export function fnSpec(trail: Trail): FnSpec {
  return { ...classSpec(trail), ...callFields(trail) };
}

function callFields({ entries }: Trail): z.infer<typeof CallFields> {
  const found: Record<string, unknown> = {};
  for (const entry of entries.toReversed()) {
    const { limits, cache } = fieldsOf(entry);
    const said = Object.entries({ limits, cache }).filter(([, value]) => (value ?? null) !== null);
    const fields = Object.fromEntries(said);
    const [fault] = complaints(CallFields, fields);
    if (fault) {
      const line = entry.source.lineOf(entry.name, fault.path) ?? entry.line;
      throw new ConfigError(`"${fault.place}" of "${entry.name}" ${fault.text}`, {
        where: `${entry.file}:${line}`,
        fix: "write it like limits: { rpm: 500, tpm: 200000, concurrency: 8 } and cache: true",
      });
    }
    Object.assign(found, fields);
  }
  return CallFields.parse(found);
}
