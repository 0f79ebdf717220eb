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
import { openaiNeeds } from "./openai-client.ts";
import { openaiTarget } from "./openai-target.ts";
import { RESPONSES_API } from "./responses-api.ts";

const Args = z.strictObject({
  ...OpenAIArgs.shape,
  text_role: TextRole.optional(),
  /** Stands before the messages of every prompt, in a field of its own. */
  instructions: z.string().optional(),
});

/** A model by the Responses API of OpenAI or of any endpoint that has it. */
export class OpenAIResponses implements CompletionFn {
  static readonly Args = Args;
  static readonly needs = openaiNeeds;
  readonly #call: OpenAICall;

  /** @throws {ConfigError} when the endpoint's address is none, or it needs a key and has none */
  constructor(args: z.infer<typeof Args>, context: CompletionFnContext) {
    const { text_role, instructions, extra_options } = args;
    const target = { ...openaiTarget(RESPONSES_API, args, context), textRole: text_role };
    const options = { instructions, ...extra_options };
    this.#call = new OpenAICall(target, { ...args, extra_options: options }, context);
  }

  get target(): string {
    return this.#call.target;
  }

  /** @throws {ConfigError} when several answers are asked for: a response is one */
  async complete(
    prompt: Prompt,
    params: CompletionParams,
    { signal }: CallContext,
  ): Promise<CompletionResult> {
    return this.#call.ask(prompt, params, signal);
  }
}
