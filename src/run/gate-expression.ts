import { ConfigError } from "../core/errors.ts";

/** What a figure of the report must be, as a person writes it: `accuracy >= 0.8`. */
export interface GateExpression {
  /** As written, without blanks at the ends. */
  readonly text: string;
  /** A key of the report, or the last word of one of `samples/…`. */
  readonly metric: string;
  readonly operator: Operator;
  /** Of `N%` the N. */
  readonly number: number;
  readonly isPercent: boolean;
}

/** How a figure is compared with its bound. */
export type Operator = ">=" | "<=" | ">" | "<" | "==" | "!=";

/**
 * Reads a gate: the name of a figure, a comparison, a number or a percentage.
 *
 * @param where the place of the gate, for messages: a flag, or a file with its line
 * @throws {ConfigError} when it is something else
 */
export function parseGate(expression: string, where: string): GateExpression {
  const text = expression.trim();
  const refuse = (reason: string, fix: string) =>
    new ConfigError(`the gate "${text}" ${reason}`, { where, fix });

  const [, metric = "", operator, bound = ""] = PARTS.exec(text) ?? [];
  if (operator === undefined) throw refuse("compares nothing", EXAMPLE);
  if (!isOperator(operator)) {
    throw refuse(`has the comparison "${operator}"`, `write one of ${OPERATORS.join(" ")}`);
  }
  if (JOINED.test(metric)) throw refuse("is more than one", "give each a gate of its own");
  if (metric === "") throw refuse("names no figure of the report", EXAMPLE);
  const [, digits] = NUMBER.exec(bound) ?? [];
  if (digits === undefined) {
    const found = bound === "" ? "no number" : `"${bound}", which is no number,`;
    throw refuse(`has ${found} behind "${operator}"`, EXAMPLE);
  }
  return { text, metric, operator, number: Number(digits), isPercent: bound.endsWith("%") };
}

/**
 * Whether a figure meets a bound. Figures that differ by less than a billionth are equal: a mean of
 * shares may be 0.8999999999999999 where arithmetic says 0.9.
 */
export function meets(value: number, operator: Operator, bound: number): boolean {
  const scale = Math.max(1, Math.abs(value), Math.abs(bound));
  const isEqual = Math.abs(value - bound) <= 1e-9 * scale;
  switch (operator) {
    case ">=":
      return isEqual || value > bound;
    case "<=":
      return isEqual || value < bound;
    case ">":
      return !isEqual && value > bound;
    case "<":
      return !isEqual && value < bound;
    case "==":
      return isEqual;
    case "!=":
      return !isEqual;
  }
}

const OPERATORS: readonly Operator[] = [">=", "<=", ">", "<", "==", "!="];
const EXAMPLE = "write it as 'accuracy >= 0.8', 'errors <= 1%' or 'invalid_rate < 0.02'";

/** The last comparison counts: names of figures may have such characters in them. */
const PARTS = /^(.*?)\s*([<>=!≤≥]+)\s*([^<>=!≤≥]*)$/s;
const JOINED = /[<>=]\s*[+-]?[\d.]+\s*%?\s*(and|or|&+|\|+|,|;)/i;
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*%?$/i;

function isOperator(text: string): text is Operator {
  return OPERATORS.some((operator) => operator === text);
}
