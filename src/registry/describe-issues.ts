import type { ZodType } from "zod";
import { didYouMean } from "../core/closest.ts";
import { type SchemaFault, schemaFaults } from "../core/schema-faults.ts";

/** What a schema has to say against a value; nothing when it takes it. */
export function complaints(schema: ZodType, value: unknown): SchemaFault[] {
  const { error } = schema.safeParse(value);
  if (!error) return [];
  const known = Object.keys(fieldsOf(schema));
  return schemaFaults(error, value).map((fault) =>
    fault.isUnknown && fault.path.length === 1
      ? { ...fault, text: `${fault.text}; ${hintFor(fault.place, known)}` }
      : fault,
  );
}

/** Complaints on one line. */
export function complaintsLine(faults: readonly SchemaFault[]): string {
  return faults.map(({ place, text }) => `"${place}" ${text}`).join("; ");
}

/** The schemas of the keys that a schema of a mapping names; none where they cannot be told. */
export function fieldsOf(schema: ZodType): Readonly<Record<string, ZodType>> {
  if ("shape" in schema) return schema.shape as Record<string, ZodType>; // an object's
  return "in" in schema ? fieldsOf(schema.in as ZodType) : {}; // a transformed object's
}

function hintFor(key: string, known: readonly string[]): string {
  if (known.length === 0) return "it takes no arguments";
  return didYouMean(key, known) ?? `it takes ${known.join(", ")}`;
}
