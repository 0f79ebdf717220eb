import { splitMarks } from "./split-marks.ts";
import { strip } from "./white-space.ts";

/**
 * What sacreBLEU takes for a Chinese character. Its list means two ranges beyond the BMP and writes
 * them with four digits, so that U+2001–2A6D (quotes, dashes, arrows, signs) count and 𠮷 does not.
 */
const CHINESE = new RegExp(
  [
    "[\\u2001-\\u2a6d", // the accident
    "\\u2e80-\\u2fdf\\u2ff0-\\u303f", // radicals, structure, punctuation
    "\\u3100-\\u312f\\u31a0-\\u31bf\\u31c0-\\u31ef", // phonetic signs, strokes
    "\\u3200-\\u33ff", // enclosed and square signs
    "\\u3400-\\u4db5\\u4e00-\\u9fbb", // Han
    "\\uf900-\\ufa2d\\ufa30-\\ufa6a\\ufa70-\\ufad9", // compatibility forms of Han
    "\\ufe10-\\ufe1f\\ufe30-\\ufe4f\\uff00-\\uffef]", // vertical, full and half width forms
  ].join(""),
  "g",
);

/** Chinese characters one by one, all else as words and marks: sacreBLEU's tokenizer `zh`. */
export function tokenizeZh(text: string): string[] {
  return splitMarks(strip(text).replace(CHINESE, " $& "));
}
