import type { Mapping } from "../describe-value.ts";

/** Names of options as flexeval has them, and as APIs do. */
const NAMES: Readonly<Record<string, string>> = {
  max_new_tokens: "max_tokens",
  stop_sequences: "stop",
  stop_strings: "stop",
};

/**
 * The options of calls that flexeval's `gen_kwargs` stand for; those that it has for models in its
 * own process go to the endpoint, which refuses what it does not know.
 */
export function samplingParams({ do_sample, ...options }: Mapping): Mapping {
  const named = Object.entries(options).map(([name, value]) => [NAMES[name] ?? name, value]);
  return { ...drawing(do_sample), ...Object.fromEntries(named) };
}

/** Not to draw is to take the likeliest; to draw is to leave the temperature to the endpoint. */
function drawing(do_sample: unknown): Mapping {
  if (do_sample === undefined || do_sample === null) return {};
  return { temperature: do_sample === true ? null : 0 };
}
