import { splitWords } from "./white-space.ts";

const SYMBOL = /[!-&(-+/:-@[-`{-~]/g;
const STOP_AFTER_NON_DIGIT = /([^0-9])([.,])/g;
const STOP_BEFORE_NON_DIGIT = /([.,])([^0-9])/g;
const HYPHEN_AFTER_DIGIT = /([0-9])(-)/g;

/** Words of a text and its ASCII marks, as all tokenizers of sacreBLEU split them in the end. */
export function splitMarks(text: string): string[] {
  const spaced = text
    .replace(SYMBOL, " $& ")
    .replace(STOP_AFTER_NON_DIGIT, "$1 $2 ")
    .replace(STOP_BEFORE_NON_DIGIT, " $1 $2")
    .replace(HYPHEN_AFTER_DIGIT, "$1 $2 ");
  return splitWords(spaced);
}
