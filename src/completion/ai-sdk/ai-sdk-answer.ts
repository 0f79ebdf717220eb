import type { generateText } from "ai";
import type { CompletionResult, Usage } from "../../core/completion.ts";

/** What `generateText` of the AI SDK gives. */
type Generated = Awaited<ReturnType<typeof generateText>>;

/** An answer of the AI SDK; without a text, as when a limit cut it off before one, there is none. */
export function readGenerated(generated: Generated): CompletionResult {
  const { text, finishReason, reasoningText, usage, response } = generated;
  const isNone = text === "" && finishReason !== "stop";
  return {
    completions: isNone ? [] : [text],
    model: response.modelId,
    usage: usageOf(usage),
    finish_reason: finishReason.replace("-", "_"),
    ...(reasoningText ? { reasoning: [reasoningText] } : {}),
  };
}

/** In the names of OpenAI's API, in which reports count tokens; what is not told is left out. */
function usageOf({
  inputTokens,
  outputTokens,
  totalTokens,
  inputTokenDetails,
  outputTokenDetails,
}: Generated["usage"]): Usage {
  const cached = inputTokenDetails?.cacheReadTokens;
  const reasoning = outputTokenDetails?.reasoningTokens;
  return known({
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: totalTokens,
    prompt_tokens_details: cached === undefined ? undefined : { cached_tokens: cached },
    completion_tokens_details:
      reasoning === undefined ? undefined : { reasoning_tokens: reasoning },
  });
}

function known(usage: Usage): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== undefined));
}
