import type { PatternOptions } from "./pattern.ts";

/** One operator with its operand. */
export type Check = ValueCheck | ExistenceCheck;

/** Asks about the values at a path. */
export interface ValueCheck {
  /** Whether it must hold for one of the values that `*` stands for, or for all. */
  readonly asks: "any" | "all";
  /** @throws {DataError} for a value that cannot be compared */
  holds(value: unknown): boolean;
}

/** Asks whether there is anything at a path. */
export interface ExistenceCheck {
  readonly asks: "existence";
  readonly expected: boolean;
}

/** Where a condition stands, and what is needed to read it. */
export interface ConditionContext {
  /** The path, for messages. */
  readonly place: string;
  readonly patterns: PatternOptions;
  /** Reads what `elem_match` asks of an item. */
  itemTest(operand: unknown, place: string): (item: unknown) => boolean;
}

/** Where an operator stands. */
export interface OperatorContext extends ConditionContext {
  /** The operator as it is written. */
  readonly operator: string;
}
