import { z } from "zod";
import { ConfigError } from "../../core/errors.ts";
import type { RowSource } from "../../core/row-source.ts";
import { checkedRows } from "../../data/checked-rows.ts";

/** A row: a text, and its vector where that is known; CSV has it as a list in brackets. */
const Row = z.looseObject({
  text: z.string().min(1),
  embedding: z.union([z.array(z.number()).min(1), z.string().transform(toNumbers)]).nullish(),
});

/** A passage near to a question. */
export interface NearPassage {
  readonly text: string;
  /** Cosine of the angle between question and passage, −1 to 1. */
  readonly similarity: number;
  /** Its place in the data, as `file:line`. */
  readonly where: string;
}

/** Texts with their vectors; the texts stay where they are. */
export class Passages {
  readonly #rows: RowSource<unknown>;
  /** Of length 1 each; none where a text is not yet embedded. */
  readonly #vectors: (Float32Array | undefined)[] = [];
  /** Numbers in each vector. */
  #length: number | undefined;

  private constructor(rows: RowSource<unknown>) {
    this.#rows = rows;
  }

  /**
   * @throws {ConfigError} when there is no row, or vectors differ in length
   * @throws {DataError} when a row has no text or another embedding than numbers
   */
  static async open(source: RowSource<unknown>, name: string): Promise<Passages> {
    const rows = await checkedRows(source, Row);
    const passages = new Passages(rows);
    let index = 0;
    for await (const row of rows.rows()) {
      const { embedding } = Row.parse(row);
      passages.set(index++, embedding ?? undefined);
    }
    if (index === 0) throw new ConfigError("there is no passage to retrieve", { where: name });
    return passages;
  }

  /** Numbers of the rows whose texts are not embedded yet. */
  get bare(): readonly number[] {
    return this.#vectors.flatMap((vector, index) => (vector ? [] : [index]));
  }

  /** @throws {ConfigError} when it is not as long as the others */
  set(index: number, embedding: readonly number[] | undefined): void {
    if (embedding) this.#checkLength(embedding, this.#rows.where(index));
    this.#vectors[index] = embedding && normalized(embedding);
  }

  async text(index: number): Promise<string> {
    return Row.parse(await this.#rows.read(index)).text;
  }

  /**
   * The passages nearest to a vector, nearest first; equally near ones in the order of the data.
   *
   * @throws {ConfigError} when it is not as long as those of the passages
   */
  async nearest(embedding: readonly number[], count: number): Promise<readonly NearPassage[]> {
    this.#checkLength(embedding, "embedding_model");
    const question = normalized(embedding);
    const near = this.#vectors
      .map((vector, index) => ({ index, similarity: vector ? dot(vector, question) : -1 }))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, count);
    return Promise.all(
      near.map(async ({ index, similarity }) => ({
        text: await this.text(index),
        similarity: Math.round(similarity * 1e6) / 1e6,
        where: this.#rows.where(index),
      })),
    );
  }

  #checkLength({ length }: readonly number[], where: string): void {
    this.#length ??= length;
    if (length === this.#length) return;
    throw new ConfigError(`an embedding has ${length} numbers, others have ${this.#length}`, {
      where,
      fix: "embed passages and questions by the same model: set embedding_model",
    });
  }
}

/** An empty cell is no embedding yet. */
function toNumbers(text: string, context: z.RefinementCtx): number[] | null {
  if (text.trim() === "") return null;
  const { data } = z.array(z.number()).min(1).safeParse(parsed(text));
  if (data) return data;
  context.addIssue({ code: "custom", message: "is no list of numbers, as in [0.1, -0.2]" });
  return z.NEVER;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function normalized(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return Float32Array.from(vector, (value) => value / length);
}

/** A plain loop: it runs over every number of every passage, for every sample. */
function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
