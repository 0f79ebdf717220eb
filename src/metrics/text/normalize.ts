import { splitWords } from "./white-space.ts";

const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/g;
/** `\b` of JavaScript knows ASCII letters only and would cut `ać` in two. */
const ARTICLES = /(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu;

/**
 * An answer without what does not matter: lower case, no ASCII punctuation, no English articles,
 * single spaces. Fixed by openai/evals, whose FuzzyMatch compares these.
 */
export function normalizeAnswer(text: string): string {
  const bare = text.toLowerCase().replace(ASCII_PUNCTUATION, "").replace(ARTICLES, " ");
  return splitWords(bare).join(" ");
}
