import type { ZodType } from "zod";
import { fieldsOf } from "./describe-issues.ts";
import type { Mapping } from "./describe-value.ts";

/**
 * Texts of the command line as values of the types that a schema declares: numbers, booleans, null
 * and JSON where they are taken, else text. Without a schema only `true`, `false` and numbers
 * without a leading zero are more than text.
 */
export function typedTexts(
  texts: Readonly<Record<string, string>>,
  schema: ZodType | undefined,
): Mapping {
  const fields = schema ? fieldsOf(schema) : {};
  const typed = Object.entries(texts).map(([key, text]) => [key, typedText(text, fields[key])]);
  return Object.fromEntries(typed);
}

function typedText(text: string, field: ZodType | undefined): unknown {
  if (!field) return plainValue(text);
  const readings = [jsonValue(text), looseNumber(text), booleanValue(text)];
  const taken = readings.find((value) => value !== undefined && field.safeParse(value).success);
  return taken === undefined ? text : taken;
}

/** `true`, `false` and JSON's numbers; `007` and all else is text. */
function plainValue(text: string): string | number | boolean {
  const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(text);
  return isNumber ? Number(text) : (booleanValue(text) ?? text);
}

/** Also as Python writes them. */
function booleanValue(text: string): boolean | undefined {
  return /^(true|false)$/i.test(text) ? text.toLowerCase() === "true" : undefined;
}

/** Numbers that Python takes as well: `+1`, `01`, `.5`, `1_000`. */
function looseNumber(text: string): number | undefined {
  const digits = text.trim().replaceAll("_", "");
  return /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(digits) ? Number(digits) : undefined;
}

/** Whatever JSON holds but texts: those keep their quotes. */
function jsonValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? undefined : value;
  } catch {
    return undefined;
  }
}
