import type { EmbeddingFn } from "../../core/completion.ts";
import { ConfigError } from "../../core/errors.ts";
import type { SampleContext } from "../../core/eval.ts";
import type { MetricContext } from "../../core/metric.ts";

type Vector = readonly number[];

/** For which sample vectors are asked, and until when. */
type Asker = Pick<SampleContext, "record" | "signal">;

/**
 * Turns texts into vectors, those of one call in one request, which is an `embedding` event of its
 * sample; it keeps what was used last.
 */
export class Embedder {
  readonly #fn: EmbeddingFn;
  readonly #kept = new Map<string, Vector>();

  constructor(fn: EmbeddingFn) {
    this.#fn = fn;
  }

  /**
   * One vector for each text, in the texts' order.
   *
   * @throws {CompletionError} when there is no answer, such as for a text that is too long
   */
  async embed(texts: readonly string[], ctx: Asker): Promise<Vector[]> {
    const found = new Map(texts.map((text) => [text, this.#kept.get(text)]));
    const unknown = [...found].filter(([, vector]) => !vector).map(([text]) => text);
    if (unknown.length > 0) {
      const { embeddings, model, usage } = await this.#fn.embed(unknown, ctx.signal);
      ctx.record.event("embedding", { model, usage, texts: unknown.length, purpose: "judge" });
      for (const [index, text] of unknown.entries()) found.set(text, embeddings[index]);
    }
    for (const [text, vector = []] of found) this.#keep(text, vector);
    return texts.map((text) => found.get(text) ?? []);
  }

  #keep(text: string, vector: Vector): void {
    this.#kept.delete(text);
    this.#kept.set(text, vector);
    const [oldest = ""] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(oldest);
  }
}

/**
 * The embedder of a metric.
 *
 * @throws {ConfigError} when nobody is named who embeds
 */
export function embedderOf({ name, embedding, where }: MetricContext): Embedder {
  if (embedding) return new Embedder(embedding);
  throw new ConfigError(`"${name}" needs embeddings, and no model for them is named`, {
    where: where?.([]),
    fix: "name a model in the args of the eval: embedding: text-embedding-3-small",
  });
}

/** A vector has some ten kilobytes, and memory must not grow with the data. */
const MOST_KEPT = 1000;
