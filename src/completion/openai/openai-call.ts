import type { CompletionParams, CompletionResult } from "../../core/completion.ts";
import type { Prompt } from "../../core/prompt.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import type { HeaderLookup } from "../calls/announced-limits.ts";
import { Gates } from "../calls/gates.ts";
import type { Endpoint } from "./endpoint.ts";
import type { FailedRequest } from "./failed-request.ts";
import type { OpenAIApi } from "./openai-api.ts";
import { CallOptions, type RequestArgs, type TextRole } from "./openai-args.ts";
import { bodyError, requestError } from "./openai-error.ts";
import { LearntParameters, type ParameterLearning } from "./parameter-learning.ts";
import type { RequestBody } from "./parameter-lesson.ts";
import { postRequest } from "./post-request.ts";

/** Which model is asked, where and how. */
export interface OpenAITarget {
  readonly api: OpenAIApi;
  readonly endpoint: Endpoint;
  /** As the endpoint names it. */
  readonly model: string;
  readonly textRole?: TextRole | undefined;
}

/** Asks one model by one of the APIs. */
export class OpenAICall {
  /** The model with its endpoint: one name may mean two models in two places. */
  readonly target: string;
  readonly #target: OpenAITarget;
  readonly #options: RequestBody;
  readonly #extraOptions: RequestBody;
  readonly #fixed: RequestBody;
  readonly #learning: ParameterLearning;
  readonly #context: CompletionFnContext;

  constructor(target: OpenAITarget, args: RequestArgs, context: CompletionFnContext) {
    const { stream = false, extra_options = {}, extra_body = {} } = args;
    this.target = `${target.model} at ${target.endpoint.url}`;
    this.#target = target;
    this.#options = CallOptions.parse(args);
    this.#extraOptions = {
      ...(stream ? { stream, ...target.api.streamOptions } : {}),
      ...extra_options,
    };
    this.#fixed = extra_body;
    this.#learning = context.scope
      .get(LearntParameters)
      .of(this.target, (message) => context.warn(message));
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
    const request = this.#request(prompt, params);
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

  #request(prompt: Prompt, params: CompletionParams): RequestBody {
    const { api, model, textRole } = this.#target;
    const options = withoutUnset({ ...params, ...this.#options });
    return {
      model,
      [api.field]: api.toField(prompt, textRole),
      ...withoutUnset({ ...api.toOptions(options), ...this.#extraOptions }),
      ...this.#fixed,
    };
  }

  async #post(body: RequestBody, signal: AbortSignal): Promise<unknown> {
    const { api, endpoint } = this.#target;
    const connection = await endpoint.connect();
    const onHeaders = (headers: HeaderLookup) =>
      this.#context.scope.get(Gates).hear(this.target, headers);
    const { timeoutMs } = this.#context;
    return postRequest({ connection, api, onHeaders }, body, { signal, timeoutMs });
  }

  #read(answer: unknown, body: RequestBody): CompletionResult {
    const { api } = this.#target;
    const result = api.read(answer);
    if (!result) throw bodyError(answer, this.#failed(0));
    const { model: _, [api.field]: prompt, ...params } = body;
    return { ...result, sent: { prompt: prompt as Prompt, params } }; // or items much like messages
  }

  #failed(waitedMs: number): FailedRequest {
    const { api, endpoint, model } = this.#target;
    return { model, endpoint, path: api.path, waitedMs, secrets: this.#context.secrets };
  }
}

/** Options that are null are not sent: the provider's default holds. */
function withoutUnset(options: RequestBody): RequestBody {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== null && value !== undefined),
  );
}
