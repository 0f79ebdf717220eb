import { piecesOf } from "./pieces.ts";

/** How many code points a text has; a lone surrogate is one. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Counts the words of texts of any script, as the ICU of this Node finds them by UAX #29. */
export function wordCounter(): (text: string) => number {
  const segmenter = new Intl.Segmenter("en", { granularity: "word" });
  return (text) => {
    let count = 0;
    for (const piece of piecesOf(text)) {
      for (const { isWordLike } of segmenter.segment(piece)) if (isWordLike) count++;
    }
    return count;
  };
}
