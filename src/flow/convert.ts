import { DataError } from "../core/errors.ts";
import { describeJson } from "../core/schema-faults.ts";
import type { FlowInput } from "./spec.ts";

/**
 * The value of a flow input for its type: `int`, `double`, `bool`, `string`, `list` and `object` are
 * converted, other types pass.
 *
 * @throws {DataError} when it cannot be one
 */
export function convertInput(name: string, { type }: FlowInput, value: unknown): unknown {
  const convert = CONVERSIONS.get(type);
  const converted = convert ? convert(value) : value;
  if (converted !== undefined) return converted;
  throw new DataError(`the input "${name}" is ${describeJson(value)}, which is no ${type}`, {
    fix: `give a value that is ${WANTED[type] ?? `a ${type}`}, or change the type of the input`,
  });
}

/** Undefined for what is not accepted. */
type Convert = (value: unknown) => unknown;

const WANTED: Readonly<Record<string, string>> = {
  int: "a number, or the text of a whole one",
  double: "a number or the text of one",
  bool: "true or false",
  string: "not null",
  list: "a list or the JSON text of one",
};

const WHOLE = /^\s*[-+]?\d+\s*$/;
const DECIMAL = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i;

function toInt(value: unknown): number | undefined {
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number") return Number.isFinite(value) ? Math.trunc(value) : undefined;
  return typeof value === "string" && WHOLE.test(value) ? Number(value) : undefined;
}

function toDouble(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  return typeof value === "string" && DECIMAL.test(value) ? Number(value) : undefined;
}

function toBool(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  const word = typeof value === "string" ? value.toLowerCase() : "";
  return word === "true" || word === "false" ? word === "true" : undefined;
}

function toText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function toList(value: unknown): readonly unknown[] | undefined {
  const list = typeof value === "string" ? parsed(value) : value;
  return Array.isArray(list) ? list : undefined;
}

function toObject(value: unknown): unknown {
  if (typeof value !== "string") return value ?? null;
  const object = parsed(value);
  return object === undefined ? value : object;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // text that is no JSON
  }
}

const CONVERSIONS: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ["int", toInt],
  ["double", toDouble],
  ["bool", toBool],
  ["string", toText],
  ["list", toList],
  ["object", toObject],
]);
