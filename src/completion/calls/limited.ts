import type { CompletionFn } from "../../core/completion.ts";
import { estimatedTokens } from "./estimated-tokens.ts";
import type { Gate } from "./gate.ts";

/** Lets calls of a function wait at a gate; what they ask in turn has gates of its own. */
export function limited(fn: CompletionFn, gate: Gate): CompletionFn {
  return {
    complete(prompt, params, call) {
      const visitor = { signal: call.signal, tokens: () => estimatedTokens(prompt, params) };
      return gate.pass(visitor, () => fn.complete(prompt, params, call));
    },
  };
}
