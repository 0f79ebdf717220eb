import { splitMarks } from "./split-marks.ts";
import { stripEnd } from "./white-space.ts";

/**
 * Words and marks of a text, as sacreBLEU's tokenizer `13a` (that of the NIST script mteval-v13a)
 * splits it. Only ASCII is ever split: a Chinese sentence is one token.
 */
export function tokenize13a(text: string): string[] {
  return splitMarks(` ${decodeEntities(joinLines(stripEnd(text)))} `);
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
