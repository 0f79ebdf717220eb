import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../../core/completion.ts";
import type { Prompt } from "../../core/prompt.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import { OpenAIArgs } from "./openai-args.ts";
import { OpenAICall } from "./openai-call.ts";
import { openaiNeeds } from "./openai-client.ts";
import { openaiTarget } from "./openai-target.ts";
import { TEXT_API } from "./openai-text-api.ts";

/** A model that completes text, of OpenAI or of any endpoint that speaks its protocol. */
export class OpenAIText implements CompletionFn {
  static readonly Args = OpenAIArgs;
  static readonly needs = openaiNeeds;
  readonly #call: OpenAICall;

  /** @throws {ConfigError} when the endpoint's address is none, or it needs a key and has none */
  constructor(args: OpenAIArgs, context: CompletionFnContext) {
    this.#call = new OpenAICall(openaiTarget(TEXT_API, args, context), args, context);
  }

  get target(): string {
    return this.#call.target;
  }

  async complete(
    prompt: Prompt,
    params: CompletionParams,
    { signal }: CallContext,
  ): Promise<CompletionResult> {
    return this.#call.ask(prompt, params, signal);
  }
}
