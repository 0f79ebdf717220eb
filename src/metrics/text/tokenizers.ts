import { piecesOf } from "./pieces.ts";
import { tokenize13a } from "./tokenize-13a.ts";
import { tokenizeZh } from "./tokenize-zh.ts";
import { splitWords } from "./white-space.ts";

/** Cuts a text into tokens. */
export type Tokenize = (text: string) => string[];

/**
 * Ways to cut a text: sacreBLEU's `13a`, `zh` and `char`, `none` at white space only, and `words` as
 * the ICU of this Node finds them.
 */
export const TOKENIZER_NAMES = ["13a", "zh", "char", "none", "words"] as const;
/** See the list of the same name. */
export type TokenizerName = (typeof TOKENIZER_NAMES)[number];

/** The tokenizer of a name. */
export function tokenizerOf(name: TokenizerName): Tokenize {
  return TOKENIZERS[name]();
}

/** What `auto` means for texts: `zh` if one of them has a Han character, else `13a`. */
export function tokenizerFor(texts: readonly string[]): "zh" | "13a" {
  return texts.some((text) => HAN.test(text)) ? "zh" : "13a";
}

/** Characters of a text but white space; those beyond the BMP are whole. */
export function tokenizeCharacters(text: string): string[] {
  return splitWords(text).flatMap((word) => [...word]);
}

const HAN = /[\u3400-\u9fff\uf900-\ufaff]/;

const TOKENIZERS: Readonly<Record<TokenizerName, () => Tokenize>> = {
  "13a": () => tokenize13a,
  zh: () => tokenizeZh,
  char: () => tokenizeCharacters,
  none: () => splitWords,
  words: wordTokenizer,
};

/** Words, and marks one by one, as 13a has them. */
function wordTokenizer(): Tokenize {
  const segmenter = new Intl.Segmenter("en", { granularity: "word" });
  return (text) =>
    piecesOf(text)
      .flatMap((piece) => Array.from(segmenter.segment(piece), ({ segment }) => segment))
      .flatMap(splitWords);
}
