import { z } from "zod";
import type { EmbeddingFn, EmbeddingResult } from "../core/completion.ts";

const Args = z.strictObject({
  /** Length of the vectors. */
  dimensions: z.int().positive().max(65_536).default(1024),
});
type Args = z.infer<typeof Args>;

/**
 * Counts words, each at a place of its hash: texts that share words have near vectors. It knows
 * nothing of meaning, and stands in for an embedding model in demos and tests, without key and
 * network.
 */
export class HashedEmbedding implements EmbeddingFn {
  static readonly Args = Args;
  readonly target: string;
  readonly #dimensions: number;

  constructor({ dimensions }: Args) {
    this.#dimensions = dimensions;
    this.target = `hashed-embedding of ${dimensions}`;
  }

  async embed(texts: readonly string[]): Promise<EmbeddingResult> {
    const embeddings = texts.map((text) => this.#countWords(text));
    return { embeddings, model: "hashed-embedding" };
  }

  #countWords(text: string): number[] {
    const counts = new Array<number>(this.#dimensions).fill(0);
    for (const [word] of text.normalize("NFC").toLowerCase().matchAll(WORD)) {
      const place = hash(word) % this.#dimensions;
      counts[place] = (counts[place] ?? 0) + 1;
    }
    return counts;
  }
}

/** A run of letters and digits; scripts that are written without spaces go character by character. */
const UNSPACED = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]";
const WORD = new RegExp(`${UNSPACED}|(?:(?!${UNSPACED})[\\p{L}\\p{M}\\p{N}])+`, "gu");

/** FNV-1a of 32 bits over UTF-16 units. */
function hash(word: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < word.length; index++) {
    value = Math.imul(value ^ word.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
