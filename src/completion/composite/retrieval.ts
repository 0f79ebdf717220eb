import { z } from "zod";
import { orAborted } from "../../core/abortable.ts";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
  EmbeddingFn,
} from "../../core/completion.ts";
import { parseTemplate, type Template } from "../../core/format.ts";
import { type Prompt, toMessages, toText } from "../../core/prompt.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import { EndpointArgs } from "../openai/openai-client.ts";
import { InnerFn, innerFn, needsOfInner } from "./inner-fn.ts";
import { Passages } from "./passages.ts";

const Args = z.strictObject({
  /** Who answers. */
  completion_fn: InnerFn,
  /** Rows with a `text` and, where it is known, its `embedding`: CSV, JSONL or any other data. */
  embeddings_and_text_path: z.string(),
  /** What stands before the prompt; `{passages}` is where the texts go, else they go behind it. */
  retrieval_template: z
    .string()
    .default("Use these passages where they help to answer.\n\n{passages}"),
  /** Passages that are taken. */
  k: z.int().positive().default(4),
  /** Embeds the prompt, and texts that have no embedding. */
  embedding_model: z.string().default("text-embedding-ada-002"),
  /** Where it is asked, and as whom. @default as OpenAI's models are */
  embedding_endpoint: EndpointArgs.default({}),
  /** Existing registries state it; names are found wherever the run finds them. */
  registry_path: z.string().nullable().optional(),
});
type Args = z.infer<typeof Args>;

/** Another completion function that is given the passages nearest to each prompt. */
export class Retrieval implements CompletionFn {
  static readonly Args = Args;
  static readonly needs = needsOfInner("completion_fn");
  readonly asksOthers = true;
  readonly #args: Args;
  readonly #context: CompletionFnContext;
  readonly #inner: () => Promise<CompletionFn>;
  readonly #template: Template;
  #parts: Promise<Parts> | undefined;
  #embedding: Promise<void> | undefined;

  /** @throws {ConfigError} when the template asks for something else than passages */
  constructor(args: Args, context: CompletionFnContext) {
    this.#args = args;
    this.#context = context;
    this.#inner = innerFn(args.completion_fn, context.registry);
    this.#template = parseTemplate(args.retrieval_template, "retrieval_template");
    this.#template.fill(new Map([["passages", ""]]));
  }

  /** @throws {DataError} when a row has no text, or an embedding that is none */
  async prepare(): Promise<void> {
    await Promise.all([this.#inner(), this.#opened()]);
  }

  async complete(
    prompt: Prompt,
    params: CompletionParams,
    call: CallContext,
  ): Promise<CompletionResult> {
    const [inner, { passages, embedder }] = await Promise.all([this.#inner(), this.#opened()]);
    await this.#embedAll(call.signal);
    const { embeddings, model, usage } = await embedder.embed([toText(prompt)], call.signal);
    const near = await passages.nearest(embeddings[0] ?? [], this.#args.k);
    call.record.event("retrieval", { passages: near, model, usage });

    const content = this.#head(near.map(({ text }) => text).join(" "));
    const asked = [{ role: "system", content }, ...toMessages(prompt)];
    const { completions, ...answer } = await inner.complete(asked, params, call);
    return { ...answer, completions: completions.map((text) => text.trim()) };
  }

  /** Templates of openai/evals are what stands before the texts. */
  #head(passages: string): string {
    const text = this.#template.fill(new Map([["passages", passages]]));
    return this.#template.names.length > 0 ? text : text + passages;
  }

  #opened(): Promise<Parts> {
    this.#parts ??= this.#open();
    return this.#parts;
  }

  async #open(): Promise<Parts> {
    const { embeddings_and_text_path: path, embedding_model, embedding_endpoint } = this.#args;
    const { openRows, registry } = this.#context;
    const [passages, embedder] = await Promise.all([
      openRows(path).then((rows) => Passages.open(rows, path)),
      registry.embeddingFn(embedding_model, embedding_endpoint),
    ]);
    return { passages, embedder };
  }

  /** Done once for all samples. When the one whose signal it runs under is stopped, the next goes on. */
  async #embedAll(signal: AbortSignal): Promise<void> {
    const parts = await this.#opened();
    while (parts.passages.bare.length > 0) {
      const isMine = this.#embedding === undefined;
      this.#embedding ??= embedBare(parts, signal).finally(() => {
        this.#embedding = undefined;
      });
      try {
        await orAborted(this.#embedding, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (isMine) throw error;
      }
    }
  }
}

interface Parts {
  readonly passages: Passages;
  readonly embedder: EmbeddingFn;
}

/** Texts of one request: OpenAI's model takes 300,000 tokens, and 2,048 texts, at once. */
const BATCH = 100;

async function embedBare({ passages, embedder }: Parts, signal: AbortSignal): Promise<void> {
  for (let bare = passages.bare; bare.length > 0; bare = passages.bare) {
    const batch = bare.slice(0, BATCH);
    const texts = await Promise.all(batch.map((index) => passages.text(index)));
    const { embeddings } = await embedder.embed(texts, signal);
    for (const [at, index] of batch.entries()) passages.set(index, embeddings[at]);
  }
}
