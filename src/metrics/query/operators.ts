import { ConfigError } from "../../core/errors.ts";
import type { Check, OperatorContext } from "./check.ts";
import { show, wrongType } from "./faults.ts";
import { ALIASES } from "./operator-names.ts";
import { compilePattern } from "./pattern.ts";
import { compare, equals, isIn, isList, isMapping, typeName } from "./values.ts";

type Operator = (operand: unknown, context: OperatorContext) => Check;

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["eq", (operand) => ({ asks: "any", holds: (value) => equals(value, operand) })],
  ["ne", (operand) => ({ asks: "all", holds: (value) => !equals(value, operand) })],
  ["in", (operand, context) => membership(operand, true, context)],
  ["not_in", (operand, context) => membership(operand, false, context)],
  ["regex", regex],
  ["exists", existence],
  ["gt", ordering((order) => order > 0)],
  ["gte", ordering((order) => order >= 0)],
  ["lt", ordering((order) => order < 0)],
  ["lte", ordering((order) => order <= 0)],
  ["elem_match", elemMatch],
]);

/** The operator with this name or alias. */
export function findOperator(name: string): Operator | undefined {
  return OPERATORS.get(ALIASES.get(name) ?? name);
}

function membership(operand: unknown, isWanted: boolean, context: OperatorContext): Check {
  if (!isList(operand) && !isMapping(operand) && typeof operand !== "string") {
    throw wrongOperand(operand, context, "a list, a text or a mapping");
  }
  return {
    asks: isWanted ? "any" : "all",
    holds: (value) => {
      const isMember = isIn(value, operand);
      if (isMember === null) throw wrongType(value, operand, context);
      return isMember === isWanted;
    },
  };
}

function regex(operand: unknown, context: OperatorContext): Check {
  if (typeof operand !== "string") throw wrongOperand(operand, context, "a pattern, as text");
  const pattern = compilePattern(operand, context.patterns);
  return {
    asks: "any",
    holds: (value) => {
      if (typeof value !== "string") throw wrongType(value, operand, context);
      return pattern.test(value);
    },
  };
}

function existence(operand: unknown, context: OperatorContext): Check {
  if (typeof operand !== "boolean") throw wrongOperand(operand, context, "true or false");
  return { asks: "existence", expected: operand };
}

function ordering(isWanted: (order: number) => boolean): Operator {
  return (operand, context) => ({
    asks: "any",
    holds: (value) => {
      const order = compare(value, operand);
      if (order === null) throw wrongType(value, operand, context);
      return isWanted(order);
    },
  });
}

function elemMatch(operand: unknown, context: OperatorContext): Check {
  const itemMatches = context.itemTest(operand, `${context.place} elem_match`);
  return { asks: "any", holds: (value) => isList(value) && value.some(itemMatches) };
}

function wrongOperand(operand: unknown, { place, operator }: OperatorContext, wanted: string) {
  return new ConfigError(
    `${operator} on "${place}" takes ${wanted}, not ${typeName(operand)}: ${show(operand)}`,
    { fix: fixFor(operator) },
  );
}

function fixFor(operator: string): string {
  if (operator === "exists")
    return "write exists: true or exists: false; YAML 1.2 reads yes as text";
  if (operator === "regex") return "put the pattern in single quotes, such as regex: '^[A-Z]'";
  return "write a list, such as [qa, mt]; for a single value use eq";
}
