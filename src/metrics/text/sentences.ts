/**
 * The sentences of a text, without those that are blank: a line break ends one, and so does what
 * ends one in the text's language.
 */
export function sentencesOf(text: string): string[] {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  return text
    .split(/[\r\n\u2028\u2029]+/)
    .flatMap((line) => Array.from(segmenter.segment(line), ({ segment }) => segment.trim()))
    .filter((sentence) => sentence !== "");
}
