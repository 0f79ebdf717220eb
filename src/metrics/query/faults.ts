import { didYouMean } from "../../core/closest.ts";
import { ConfigError, DataError } from "../../core/errors.ts";
import type { OperatorContext } from "./check.ts";
import { OPERATOR_NAMES } from "./operator-names.ts";
import type { Path } from "./path.ts";
import { fieldsOf, isMapping, typeName } from "./values.ts";

const LONGEST = 80;

/** A value as messages show it, shortened. */
export function show(value: unknown): string {
  const text = JSON.stringify(value, plain) ?? "null";
  const characters = [...text];
  return characters.length <= LONGEST ? text : `${characters.slice(0, LONGEST).join("")}…`;
}

/** A value that an operator cannot be asked about. */
export function wrongType(value: unknown, operand: unknown, context: OperatorContext): DataError {
  const { operator, place } = context;
  return new DataError(
    `${operator} on "${place}" cannot compare ${typeName(value)} with ${typeName(operand)}: ` +
      `found ${show(value)}, the operand is ${show(operand)}`,
    { fix: fixFor(value, operator) },
  );
}

/** A key of a query that the data do not have, where that is an error. */
export function missingKey({ text, steps }: Path, root: unknown): DataError {
  const names = isMapping(root) ? fieldsOf(root).map(([name]) => name) : [];
  const near = steps.length === 1 ? didYouMean(text, names) : undefined;
  const hint = `where its absence is all right, add exists: "${text}": { exists: true, … }`;
  return new DataError(`the key "${text}" is not there, and on_missing_key is error`, {
    fix: near ?? hint,
  });
}

/** A key of a condition that is no operator. */
export function unknownOperator(
  name: string,
  { condition, place }: { readonly condition: unknown; readonly place: string },
): ConfigError {
  const keys = isMapping(condition) ? fieldsOf(condition) : [];
  const isNested = !keys.some(([key]) => OPERATOR_NAMES.includes(key)) && !/[=<>$]/.test(name);
  const near = didYouMean(name, OPERATOR_NAMES);
  const dotted = `write a nested path with dots: "${place}.${name}": ${show(keys[0]?.[1])}`;
  const all = `the operators are ${OPERATOR_NAMES.join(", ")}`;
  // What YAML makes of an unquoted !=, which is a tag to it.
  if (keys.length === 1 && keys[0]?.[1] === null) {
    const fix = `if != was meant, put it into quotes: { '!=': ${name} }; else ${near ?? all}`;
    return new ConfigError(`"${name}" in the condition on "${place}" is no operator`, { fix });
  }
  return new ConfigError(`"${name}" in the condition on "${place}" is no operator`, {
    fix: near ?? (isNested ? `${dotted}; ${all}` : all),
  });
}

/** Operators and field names next to one another in `elem_match`. */
export function mixedItem(
  names: readonly string[],
  operators: readonly string[],
  place: string,
): ConfigError {
  const others = names.filter((name) => !operators.includes(name));
  return new ConfigError(
    `"${place}" mixes operators (${operators.join(", ")}) and fields (${others.join(", ")})`,
    { fix: "ask all of its fields, as field: { operator: value }, or of the item itself" },
  );
}

function fixFor(value: unknown, operator: string): string {
  if (value === null) return `put a guard before it: { ne: null, ${operator}: … }`;
  if (typeof value === "string") return "quote the operand, or store numbers as numbers";
  return "make the field one type in all rows, or let another entry of where stand before it";
}

/** What JSON cannot hold. */
function plain(_: string, value: unknown): unknown {
  if (typeof value === "bigint" || Number.isNaN(value)) return String(value);
  return value instanceof Map ? Object.fromEntries(value) : value;
}
