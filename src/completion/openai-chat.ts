import { z } from "zod";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../core/completion.ts";
import { type Prompt, toMessages } from "../core/prompt.ts";
import type { CompletionFnContext } from "../core/registry-view.ts";
import { OpenAIArgs } from "./openai-args.ts";
import { OpenAICall } from "./openai-call.ts";

const Args = z.strictObject({
  ...OpenAIArgs.shape,
  /** Who speaks a prompt that is plain text. @default "system", as in openai/evals */
  text_role: z.enum(["system", "user"]).optional(),
});

/** A chat model of OpenAI or of any endpoint that speaks its protocol. */
export class OpenAIChat implements CompletionFn {
  static readonly Args = Args;
  readonly #call: OpenAICall;
  readonly #textRole: z.infer<typeof Args>["text_role"];

  /** @throws {ConfigError} when the endpoint's address is none, or it needs a key and has none */
  constructor({ text_role, ...args }: z.infer<typeof Args>, context: CompletionFnContext) {
    this.#call = new OpenAICall(CHAT, args, context);
    this.#textRole = text_role;
  }

  async complete(
    prompt: Prompt,
    params: CompletionParams,
    { signal }: CallContext,
  ): Promise<CompletionResult> {
    return this.#call.ask(toMessages(prompt, this.#textRole), params, signal);
  }
}

const CHAT = { path: "/chat/completions", field: "messages" } as const;
