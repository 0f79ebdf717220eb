import { readLine } from "./answer-lines.ts";
import { INVALID } from "./choices.ts";
import type { EvalType } from "./eval-type.ts";
import { findByMatchFn, type MatchFn } from "./match-fns.ts";
import { findByWords } from "./word-rule.ts";

/** How a judge's answers are read. */
export interface ReadingRules {
  readonly choices: readonly string[];
  readonly evalType: EvalType;
  /** @default "word" */
  readonly matchFn?: MatchFn | undefined;
}

/** What a judge decided. */
export interface Verdict {
  /** One of the choices, or `__invalid__`. */
  readonly choice: string;
  /** `exact`, `word` or `case` by the default rule, the name of another, `none` when unreadable. */
  readonly readAs: "exact" | "word" | "case" | "structured" | "none" | MatchFn;
  /** The answer as it came. */
  readonly text: string;
  /** The answer without the lines that are just the verdict; null when nothing else is there. */
  readonly reasoning: string | null;
}

/** Reads the verdict out of a judge's answer. */
export function readVerdict(text: string, rules: ReadingRules): Verdict {
  const { choice, readAs } = findChoice(text, rules);
  return { choice, readAs, text, reasoning: reasoningOf(text, choice) };
}

function findChoice(
  text: string,
  { choices, evalType, matchFn = "word" }: ReadingRules,
): Pick<Verdict, "choice" | "readAs"> {
  if (matchFn === "word") {
    return findByWords(text, choices, evalType) ?? { choice: INVALID, readAs: "none" };
  }
  const choice = findByMatchFn(text, choices, { matchFn, evalType });
  return choice === undefined ? { choice: INVALID, readAs: "none" } : { choice, readAs: matchFn };
}

function reasoningOf(text: string, choice: string): string | null {
  if (choice === INVALID) return null;
  const lines = text.split("\n").filter((line) => readLine(line).words !== choice);
  return lines.join("\n").trim() || null;
}
