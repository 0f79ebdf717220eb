import { splitWords } from "./white-space.ts";

const MARK = /[!-/:-@[-`{-~]/;

/**
 * Words of a text, with the ASCII mark that one ends with, else begins with, as a word of its own:
 * one mark a word, as chrF++ has it.
 */
export function splitWordMarks(text: string): string[] {
  return splitWords(text).flatMap((word) => {
    if (word.length < 2) return [word];
    if (MARK.test(word.slice(-1))) return [word.slice(0, -1), word.slice(-1)];
    return MARK.test(word.slice(0, 1)) ? [word.slice(0, 1), word.slice(1)] : [word];
  });
}
