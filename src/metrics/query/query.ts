import { ConfigError } from "../../core/errors.ts";
import type { ConditionContext } from "./check.ts";
import { type Condition, compileCondition } from "./condition.ts";
import { checksHold } from "./evaluate.ts";
import { missingKey, mixedItem } from "./faults.ts";
import { lossyNumbers } from "./lossy-numbers.ts";
import { findOperator } from "./operators.ts";
import { MISSING, type Path, parsePath, resolvePath } from "./path.ts";
import type { PatternOptions } from "./pattern.ts";
import { fieldsOf, isMapping, type Mapping, typeName } from "./values.ts";

/** How a query is read. */
export interface QueryOptions extends PatternOptions {
  /** What a key that is not in the data means: `skip` does not match, `error` raises. @default "skip" */
  readonly on_missing_key?: "skip" | "error" | undefined;
}

/** Whether the fields of a row are those that a query selects. */
export type Query = (extraInfo: unknown) => boolean;

/**
 * Reads the `where` of a route; null selects every row.
 *
 * @example
 * const isHard = compileQuery({ "meta.score": { gte: 4 }, lang: ["en", "ja"] });
 * isHard({ meta: { score: 5 }, lang: "en" }); // true
 *
 * @throws {ConfigError} for what is no query. The query itself throws a {DataError} for values that
 * Python could not compare, and for missing keys where they are errors
 */
export function compileQuery(
  where: unknown,
  { on_missing_key = "skip", ...patterns }: QueryOptions = {},
): Query {
  if (where === null || where === undefined) return () => true;
  if (!isMapping(where)) {
    throw new ConfigError(`where is ${typeName(where)}, not a mapping of paths to conditions`, {
      fix: "write it as where: { task: qa }",
    });
  }
  for (const number of lossyNumbers(where)) {
    patterns.warn?.(
      `${number} in where may be rounded; rows have integers of its size as text: put it into quotes`,
    );
  }
  const entries = compileEntries(where, patterns);
  if (on_missing_key === "skip") return (extraInfo) => allHold(entries, extraInfo);
  return (extraInfo) => {
    requireKeys(entries, extraInfo);
    return allHold(entries, extraInfo);
  };
}

interface Entry {
  readonly path: Path;
  readonly condition: Condition;
}

function compileEntries(where: Mapping, patterns: PatternOptions): Entry[] {
  return fieldsOf(where).map(([text, operand]) => ({
    path: parsePath(text),
    condition: compileCondition(operand, contextOf(text, patterns)),
  }));
}

function contextOf(place: string, patterns: PatternOptions): ConditionContext {
  return { place, patterns, itemTest: (operand, at) => itemTest(operand, contextOf(at, patterns)) };
}

/** A condition on the item itself where all keys are operators, a query on it where none is. */
function itemTest(operand: unknown, context: ConditionContext): (item: unknown) => boolean {
  const names = isMapping(operand) ? fieldsOf(operand).map(([name]) => name) : [];
  const operators = names.filter((name) => findOperator(name));
  if (operators.length > 0 && operators.length < names.length) {
    throw mixedItem(names, operators, context.place);
  }
  if (isMapping(operand) && operators.length === 0) {
    // Within an item nothing is missing, whatever the mode is.
    const entries = compileEntries(operand, context.patterns);
    return (item) => allHold(entries, item);
  }
  const { checks } = compileCondition(operand, context);
  return (item) => checksHold(checks, item);
}

function allHold(entries: readonly Entry[], root: unknown): boolean {
  return entries.every(({ path, condition }) =>
    checksHold(condition.checks, resolvePath(path, root)),
  );
}

/** All keys first: a slip in one must not hide behind another entry that does not hold. */
function requireKeys(entries: readonly Entry[], root: unknown): void {
  for (const { path, condition } of entries) {
    if (!condition.asksExistence && resolvePath(path, root) === MISSING) {
      throw missingKey(path, root);
    }
  }
}
