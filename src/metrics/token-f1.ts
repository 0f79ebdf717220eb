import { normalizeAnswer } from "./text/normalize.ts";
import { type RougeTokenizerName, rougeTokenizer } from "./text/rouge-tokenizers.ts";

/** How words are found and counted. */
export interface TokenF1Options {
  /**
   * What cuts the normalized texts: white space, or `unicode`, to which every Han or kana character
   * is a word and marks of all scripts are none. @default "whitespace"
   */
  readonly tokenizer?: Extract<RougeTokenizerName, "whitespace" | "unicode"> | undefined;
  /** Score two texts without words 0, as openai/evals does, and not 1. @default false */
  readonly parity?: boolean | undefined;
}

/**
 * Harmonic mean of precision and recall over the bags of words of two texts, 2 · hits / (|a| + |b|),
 * as SQuAD 2.0 defines it, after its normalization: lower case, no ASCII punctuation, no articles.
 *
 * @returns 0 (no word in common) to 1 (the same words in any order, or no word in either text)
 */
export function tokenF1(
  a: string,
  b: string,
  { tokenizer = "whitespace", parity = false }: TokenF1Options = {},
): number {
  const tokenize = rougeTokenizer(tokenizer);
  const [words, others] = [tokenize(normalizeAnswer(a)), tokenize(normalizeAnswer(b))];
  if (words.length + others.length === 0) return parity ? 0 : 1;
  const common = countCommon(words, others);
  if (common === 0) return 0;
  const precision = common / words.length;
  const recall = common / others.length;
  return (2 * precision * recall) / (precision + recall);
}

function countCommon(words: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
}
