import type { CompletionParams, CompletionResult } from "../core/completion.ts";
import type { Prompt } from "../core/prompt.ts";
import type { CompletionFnContext } from "../core/registry-view.ts";
import type { FailedRequest } from "./failed-request.ts";
import { withoutProvider } from "./model-kind.ts";
import { readAnswer } from "./openai-answer.ts";
import { CallOptions, type OpenAIArgs } from "./openai-args.ts";
import { OpenAIEndpoint } from "./openai-client.ts";
import { bodyError, requestError } from "./openai-error.ts";
import { underOwnSignal } from "./own-signal.ts";
import { LearntParameters, type ParameterLearning } from "./parameter-learning.ts";
import type { RequestBody } from "./parameter-lesson.ts";

/** The part of the API that is asked. */
export interface Api {
  readonly path: "/chat/completions" | "/completions";
  /** The field of the request that holds the prompt. */
  readonly field: "messages" | "prompt";
}

/** Asks one model; all that chat and text completions have in common. */
export class OpenAICall {
  readonly #api: Api;
  readonly #model: string;
  readonly #options: RequestBody;
  readonly #extraBody: RequestBody;
  readonly #endpoint: OpenAIEndpoint;
  readonly #learning: ParameterLearning;
  readonly #context: CompletionFnContext;

  /** @throws {ConfigError} when the endpoint's address is none, or it needs a key and has none */
  constructor(api: Api, args: OpenAIArgs, context: CompletionFnContext) {
    this.#api = api;
    this.#endpoint = new OpenAIEndpoint(args, context);
    this.#model = this.#endpoint.isOfficial ? withoutProvider(args.model) : args.model;
    this.#options = { ...CallOptions.parse(args), ...args.extra_options };
    this.#extraBody = args.extra_body ?? {};
    this.#learning = context.scope
      .get(LearntParameters)
      .of(`${this.#model} at ${this.#endpoint.url}`, (message) => context.warn(message));
    this.#context = context;
  }

  /**
   * @throws {CompletionError} when there is no answer
   * @throws the signal's reason when it aborts
   */
  async ask(
    prompt: Prompt,
    params: CompletionParams,
    signal: AbortSignal,
  ): Promise<CompletionResult> {
    const request = {
      model: this.#model,
      [this.#api.field]: prompt,
      ...withoutUnset({ ...params, ...this.#options }),
      ...this.#extraBody,
    };
    let startedAt = Date.now();
    const transmit = (body: RequestBody) => {
      startedAt = Date.now();
      return this.#post(body, signal);
    };
    try {
      const { answer, body } = await this.#learning.send(request, transmit, signal);
      return this.#read(answer, body);
    } catch (error) {
      signal.throwIfAborted();
      throw await requestError(error, this.#failed(Date.now() - startedAt));
    }
  }

  async #post(body: RequestBody, signal: AbortSignal): Promise<unknown> {
    const client = await this.#endpoint.client();
    return underOwnSignal(signal, (own) => client.post(this.#api.path, { body, signal: own }));
  }

  #read(answer: unknown, body: RequestBody): CompletionResult {
    const result = readAnswer(answer);
    if (!result) throw bodyError(answer, this.#failed(0));
    const { model: _, [this.#api.field]: prompt, ...params } = body;
    return { ...result, sent: { prompt: prompt as Prompt, params } }; // at most its roles changed
  }

  #failed(waitedMs: number): FailedRequest {
    return {
      model: this.#model,
      endpoint: this.#endpoint,
      path: this.#api.path,
      waitedMs,
      secrets: this.#context.secrets,
    };
  }
}

/** Options that are null are not sent: the provider's default holds. */
function withoutUnset(options: RequestBody): RequestBody {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== null && value !== undefined),
  );
}
