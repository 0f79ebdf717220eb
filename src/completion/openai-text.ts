import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../core/completion.ts";
import { type Prompt, toText } from "../core/prompt.ts";
import type { CompletionFnContext } from "../core/registry-view.ts";
import { OpenAIArgs } from "./openai-args.ts";
import { OpenAICall } from "./openai-call.ts";

/** A model that completes text, of OpenAI or of any endpoint that speaks its protocol. */
export class OpenAIText implements CompletionFn {
  static readonly Args = OpenAIArgs;
  readonly #call: OpenAICall;

  /** @throws {ConfigError} when the endpoint's address is none, or it needs a key and has none */
  constructor(args: OpenAIArgs, context: CompletionFnContext) {
    this.#call = new OpenAICall(TEXT, args, context);
  }

  async complete(
    prompt: Prompt,
    params: CompletionParams,
    { signal }: CallContext,
  ): Promise<CompletionResult> {
    return this.#call.ask(toText(prompt), params, signal);
  }
}

const TEXT = { path: "/completions", field: "prompt" } as const;
