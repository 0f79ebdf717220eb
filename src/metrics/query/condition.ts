import { ConfigError } from "../../core/errors.ts";
import type { Check, ConditionContext } from "./check.ts";
import { unknownOperator } from "./faults.ts";
import { OPERATOR_NAMES } from "./operator-names.ts";
import { findOperator } from "./operators.ts";
import { fieldsOf, isList, isMapping } from "./values.ts";

/** What is asked of the values at one path; all checks must hold. */
export interface Condition {
  readonly checks: readonly Check[];
  /** Whether it asks if the path is there: a missing key is then an answer. */
  readonly asksExistence: boolean;
}

/**
 * Reads a condition: a value to equal, a list to be in, or operators with their operands.
 *
 * @throws {ConfigError}
 */
export function compileCondition(operand: unknown, context: ConditionContext): Condition {
  const fields = operatorsOf(operand);
  if (fields.length === 0) {
    throw new ConfigError(`the condition on "${context.place}" is empty`, {
      fix: `give it an operator (${OPERATOR_NAMES.join(", ")}) or a value`,
    });
  }
  const checks = fields.map(([name, value]) => {
    const operator = findOperator(name);
    if (!operator) throw unknownOperator(name, { condition: operand, place: context.place });
    return operator(value, { ...context, operator: name });
  });
  return { checks, asksExistence: checks.some(({ asks }) => asks === "existence") };
}

/** A lone value is one to equal, a list one to be in. */
function operatorsOf(operand: unknown): readonly (readonly [string, unknown])[] {
  if (isMapping(operand)) return fieldsOf(operand);
  return [[isList(operand) ? "in" : "eq", operand]];
}
