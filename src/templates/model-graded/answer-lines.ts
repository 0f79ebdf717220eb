import { SPACE_CLASS, strip } from "../../metrics/text/white-space.ts";
import { decidesLast, type EvalType } from "./eval-type.ts";

/** A line of a judge's answer. */
export interface AnswerLine {
  /** As it was written. */
  readonly text: string;
  /** Its words with single spaces between them: every ASCII punctuation mark is a space. */
  readonly words: string;
}

/** The lines of an answer in the order in which they are looked at. */
export function linesOf(answer: string, evalType: EvalType): readonly string[] {
  const lines = strip(answer).split("\n");
  return decidesLast(evalType) ? lines.reverse() : lines;
}

/** A line with its words; quotes and bullets of other scripts at its ends are left out as well. */
export function readLine(text: string): AnswerLine {
  const spaced = text.replace(PUNCTUATION_AND_SPACE, " ");
  return { text, words: BETWEEN_MARKS.exec(spaced)?.[0] ?? "" };
}

/** A line as openai/evals compares it: trimmed, then without ASCII punctuation. */
export function bareLine(text: string): string {
  return strip(text).replace(PUNCTUATION, "");
}

/**
 * Whether a word may end or begin at a place of a text. Scripts that are written without spaces
 * have no such places, so there it is everywhere.
 */
export function isWordBoundary(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at, at + 2);
  if (!ENDS_IN_WORD.test(before) || !BEGINS_WORD.test(after)) return true;
  return ENDS_UNSPACED.test(before) || BEGINS_UNSPACED.test(after);
}

const MARKS_CLASS = "!-\\/:-@\\[-`{-~";
const PUNCTUATION = new RegExp(`[${MARKS_CLASS}]`, "g");
const PUNCTUATION_AND_SPACE = new RegExp(`[${MARKS_CLASS}${SPACE_CLASS}]+`, "g");
/** From the first to the last character that is neither a space nor a mark. */
const BETWEEN_MARKS = /[^\p{P} ](?:.*[^\p{P} ])?/su;

const ENDS_IN_WORD = /[\p{L}\p{M}\p{N}]$/u;
const BEGINS_WORD = /^[\p{L}\p{M}\p{N}]/u;
const UNSPACED = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]";
const ENDS_UNSPACED = new RegExp(`${UNSPACED}$`, "u");
const BEGINS_UNSPACED = new RegExp(`^${UNSPACED}`, "u");
