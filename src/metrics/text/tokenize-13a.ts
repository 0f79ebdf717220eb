import { splitWords, stripEnd } from "./white-space.ts";

const SYMBOL = /[!-&(-+/:-@[-`{-~]/g;
const STOP_AFTER_NON_DIGIT = /([^0-9])([.,])/g;
const STOP_BEFORE_NON_DIGIT = /([.,])([^0-9])/g;
const HYPHEN_AFTER_DIGIT = /([0-9])(-)/g;

/**
 * Words and marks of a text, as sacreBLEU's tokenizer `13a` (that of the NIST script mteval-v13a)
 * splits it. Only ASCII is ever split: a Chinese sentence is one token.
 */
export function tokenize13a(text: string): string[] {
  const spaced = ` ${decodeEntities(joinLines(stripEnd(text)))} `
    .replace(SYMBOL, " $& ")
    .replace(STOP_AFTER_NON_DIGIT, "$1 $2 ")
    .replace(STOP_BEFORE_NON_DIGIT, " $1 $2")
    .replace(HYPHEN_AFTER_DIGIT, "$1 $2 ");
  return splitWords(spaced);
}

function joinLines(text: string): string {
  return text.replaceAll("<skipped>", "").replaceAll("-\n", "").replaceAll("\n", " ");
}

/** In this order, so that `&amp;lt;` becomes `<`. */
function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
}
