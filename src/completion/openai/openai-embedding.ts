import { z } from "zod";
import type { EmbeddingFn, EmbeddingResult } from "../../core/completion.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import { EndpointArgs, OpenAIEndpoint } from "./openai-client.ts";
import { bodyError, requestError } from "./openai-error.ts";
import { underOwnSignal } from "./own-signal.ts";

const Args = z.strictObject({
  /** As the endpoint names it. */
  model: z.string().min(1),
  ...EndpointArgs.shape,
});
type Args = z.infer<typeof Args>;

const Embeddings = z.object({
  data: z.array(z.object({ embedding: z.array(z.number()), index: z.int().optional() })),
  model: z.string().nullish(),
  usage: z.record(z.string(), z.unknown()).nullish(),
});

/** A model that embeds texts, of OpenAI or of any endpoint that speaks its protocol. */
export class OpenAIEmbedding implements EmbeddingFn {
  static readonly Args = Args;
  readonly target: string;
  readonly #model: string;
  readonly #endpoint: OpenAIEndpoint;
  readonly #context: CompletionFnContext;

  /** @throws {ConfigError} when the endpoint's address is none, or it needs a key and has none */
  constructor({ model, ...endpoint }: Args, context: CompletionFnContext) {
    this.#model = model;
    this.#endpoint = new OpenAIEndpoint(endpoint, context);
    this.target = `${model} at ${this.#endpoint.url}`;
    this.#context = context;
  }

  /** @param texts as many as the endpoint takes in one request; OpenAI takes 2048 */
  async embed(texts: readonly string[], signal: AbortSignal): Promise<EmbeddingResult> {
    const startedAt = Date.now();
    const failed = () => ({
      model: this.#model,
      endpoint: this.#endpoint,
      path: PATH,
      waitedMs: Date.now() - startedAt,
      secrets: this.#context.secrets,
    });
    try {
      const body = await this.#post(texts, signal);
      const result = read(body, texts.length);
      if (!result) throw bodyError(body, failed());
      return result;
    } catch (error) {
      signal.throwIfAborted();
      throw await requestError(error, failed());
    }
  }

  async #post(texts: readonly string[], signal: AbortSignal): Promise<unknown> {
    const { client } = await this.#endpoint.connect();
    const body = { model: this.#model, input: texts, encoding_format: "float" };
    return underOwnSignal(signal, (own) => client.post(PATH, { body, signal: own }));
  }
}

const PATH = "/embeddings";

/** @returns undefined when the body is something else than one vector for each text */
function read(body: unknown, count: number): EmbeddingResult | undefined {
  const { data: answer } = Embeddings.safeParse(body);
  if (answer?.data.length !== count) return undefined;
  const { data, model, usage } = answer;
  const inOrder = data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
  return {
    embeddings: inOrder.map(({ embedding }) => embedding),
    model: model ?? undefined,
    usage: usage ?? undefined,
  };
}
