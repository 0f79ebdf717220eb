import { z } from "zod";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../../core/completion.ts";
import type { Prompt } from "../../core/prompt.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import { OpenAIArgs, TextRole } from "./openai-args.ts";
import { OpenAICall } from "./openai-call.ts";
import { CHAT_API } from "./openai-chat-api.ts";
import { openaiNeeds } from "./openai-client.ts";
import { openaiTarget } from "./openai-target.ts";

const Args = z.strictObject({ ...OpenAIArgs.shape, text_role: TextRole.optional() });

/** A chat model of OpenAI or of any endpoint that speaks its protocol. */
export class OpenAIChat implements CompletionFn {
  static readonly Args = Args;
  static readonly needs = openaiNeeds;
  readonly #call: OpenAICall;

  /** @throws {ConfigError} when the endpoint's address is none, or it needs a key and has none */
  constructor(args: z.infer<typeof Args>, context: CompletionFnContext) {
    const target = { ...openaiTarget(CHAT_API, args, context), textRole: args.text_role };
    this.#call = new OpenAICall(target, args, context);
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
