import { z } from "zod";
import { bareLine, isWordBoundary, linesOf, readLine } from "./answer-lines.ts";
import type { EvalType } from "./eval-type.ts";

/** How a line is compared with a choice, where the default rule is not wanted. */
export const MatchFn = z.enum([
  "starts_or_endswith",
  "endswith",
  "exact",
  "include",
  "contains",
  "word",
]);
export type MatchFn = z.infer<typeof MatchFn>;

/** A comparison of one line with one choice. */
export type LineMatchFn = Exclude<MatchFn, "word">;

/**
 * The first choice that the first line names, as openai/evals looks for it: case counts, words do
 * not, and an earlier choice wins.
 */
export function findByMatchFn(
  answer: string,
  choices: readonly string[],
  { matchFn, evalType }: { readonly matchFn: LineMatchFn; readonly evalType: EvalType },
): string | undefined {
  const matches = COMPARISONS[matchFn];
  for (const text of linesOf(answer, evalType)) {
    const line = matchFn === "contains" ? readLine(text).words : bareLine(text);
    const choice = line === "" ? undefined : choices.find((each) => matches(line, each));
    if (choice !== undefined) return choice;
  }
  return undefined;
}

const COMPARISONS: Readonly<Record<LineMatchFn, (line: string, choice: string) => boolean>> = {
  starts_or_endswith: (line, choice) => line.startsWith(choice) || line.endsWith(choice),
  endswith: (line, choice) => line.endsWith(choice),
  exact: (line, choice) => line === choice,
  /** Fixed by openai/evals: the line must be part of the choice, not the other way round. */
  include: (line, choice) => choice.includes(line),
  contains: containsWord,
};

function containsWord(line: string, choice: string): boolean {
  for (let at = line.indexOf(choice); at >= 0; at = line.indexOf(choice, at + 1)) {
    if (isWordBoundary(line, at) && isWordBoundary(line, at + choice.length)) return true;
  }
  return false;
}
