import { z } from "zod";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../../core/completion.ts";
import type { Prompt } from "../../core/prompt.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import { AzureArgs, AzureEndpoint, azureNeeds } from "./azure-client.ts";
import { RequestArgs, TextRole } from "./openai-args.ts";
import { OpenAICall } from "./openai-call.ts";
import { CHAT_API } from "./openai-chat-api.ts";
import { TEXT_API } from "./openai-text-api.ts";
import { RESPONSES_API } from "./responses-api.ts";

const APIS = { chat: CHAT_API, text: TEXT_API, responses: RESPONSES_API };

const Args = z.strictObject({
  ...AzureArgs.shape,
  /** How the deployment is asked: its name does not say what its model can do. */
  api: z.enum(["chat", "text", "responses"]).default("chat"),
  ...RequestArgs.shape,
  text_role: TextRole.optional(),
});

/** A model that is deployed on Azure. */
export class AzureOpenAI implements CompletionFn {
  static readonly Args = Args;
  static readonly needs = azureNeeds;
  readonly #call: OpenAICall;

  /** @throws {ConfigError} when deployment, address, version or key are not known, or are none */
  constructor(args: z.infer<typeof Args>, context: CompletionFnContext) {
    const api = APIS[args.api];
    const endpoint = new AzureEndpoint(args, api, context);
    const target = { api, endpoint, model: endpoint.deployment, textRole: args.text_role };
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
