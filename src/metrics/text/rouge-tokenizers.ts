import { piecesOf } from "./pieces.ts";
import { splitWords } from "./white-space.ts";

/**
 * Ways to cut a text for ROUGE, each in lower case: `unicode`, letters and digits of any script, with
 * every Han or kana character a token; `rouge_score`, letters and digits of ASCII, as Google's scorer;
 * `words`, as the ICU of this Node finds them; `whitespace`.
 */
export const ROUGE_TOKENIZER_NAMES = ["unicode", "rouge_score", "words", "whitespace"] as const;
/** See the list of the same name. */
export type RougeTokenizerName = (typeof ROUGE_TOKENIZER_NAMES)[number];

/** The tokenizer of a name. */
export function rougeTokenizer(name: RougeTokenizerName): (text: string) => string[] {
  const tokenize = TOKENIZERS[name];
  return (text) => tokenize(text.toLowerCase());
}

const ASCII = /^[\0-\x7f]*$/;

/** Characters that are written without spaces between words. */
const ALONE =
  "\\u3005-\\u3007\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3134f}";
const TOKENS = new RegExp(
  `(?=[\\p{L}\\p{N}])[${ALONE}]|(?:[[^${ALONE}]&&[\\p{L}\\p{M}\\p{N}]]|[[${ALONE}]&&\\p{M}])+`,
  "gv",
);

const TOKENIZERS: Readonly<Record<RougeTokenizerName, (text: string) => string[]>> = {
  // On ASCII both are the same, and this one is fast.
  unicode: (text) => (ASCII.test(text) ? asciiTokens(text) : (text.match(TOKENS) ?? [])),
  rouge_score: asciiTokens,
  words: wordLike,
  whitespace: splitWords,
};

function asciiTokens(text: string): string[] {
  return text.match(/[a-z0-9]+/g) ?? [];
}

function wordLike(text: string): string[] {
  const segmenter = new Intl.Segmenter("en", { granularity: "word" });
  const words: string[] = [];
  for (const piece of piecesOf(text)) {
    for (const { segment, isWordLike } of segmenter.segment(piece)) {
      if (isWordLike) words.push(segment);
    }
  }
  return words;
}
