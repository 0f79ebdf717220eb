import type { CompletionFnContext } from "../../core/registry-view.ts";
import { withoutProvider } from "../model-kind.ts";
import type { OpenAIApi } from "./openai-api.ts";
import type { OpenAIArgs } from "./openai-args.ts";
import type { OpenAITarget } from "./openai-call.ts";
import { OpenAIEndpoint } from "./openai-client.ts";

/**
 * The model that args name, at their endpoint.
 *
 * @throws {ConfigError} when the endpoint's address is none, or it needs a key and has none
 */
export function openaiTarget(
  api: OpenAIApi,
  args: OpenAIArgs,
  context: CompletionFnContext,
): OpenAITarget {
  const endpoint = new OpenAIEndpoint(args, context);
  const model = endpoint.isOfficial ? withoutProvider(args.model) : args.model;
  return { api, endpoint, model };
}
