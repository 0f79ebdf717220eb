import type { CompletionParams } from "../../core/completion.ts";

/** Options of a call in the AI SDK's names, and what became of those that were asked for. */
export interface CallSettingsOfSdk {
  readonly settings: Readonly<Record<string, unknown>>;
  /** Those that are sent, under the names of OpenAI's API. */
  readonly sent: CompletionParams;
  /** Names of those that the AI SDK does not have. */
  readonly leftOut: readonly string[];
}

/** Options that are null are not sent: the provider's default holds. */
export function toSettings(params: CompletionParams): CallSettingsOfSdk {
  const set = Object.entries(params).filter(([, value]) => value !== null && value !== undefined);
  const isKnown = ([name]: [string, unknown]) => Object.hasOwn(NAMES, name);
  const sent = set.filter(isKnown);
  return {
    settings: Object.fromEntries(
      sent.map(([name, value]) => [NAMES[name], inSdkForm(name, value)]),
    ),
    sent: Object.fromEntries(sent),
    leftOut: set.filter((each) => !isKnown(each) && !isNoWish(each)).map(([name]) => name),
  };
}

const NAMES: Readonly<Record<string, string>> = {
  temperature: "temperature",
  top_p: "topP",
  top_k: "topK",
  max_tokens: "maxOutputTokens",
  max_completion_tokens: "maxOutputTokens",
  stop: "stopSequences",
  seed: "seed",
  presence_penalty: "presencePenalty",
  frequency_penalty: "frequencyPenalty",
};

function inSdkForm(name: string, value: unknown): unknown {
  return name === "stop" ? [value].flat() : value;
}

/** One answer is what there is in any case. */
function isNoWish([name, value]: [string, unknown]): boolean {
  return name === "n" && value === 1;
}
