import type { SampleContext } from "../core/eval.ts";
import { matchPrefix, type PrefixOptions } from "../metrics/compare.ts";

/**
 * Records whether an answer begins with what is expected, as a `match` event; the counterpart of
 * `record_and_check_match` of openai/evals.
 *
 * @returns the option that was picked, null when none was
 */
export function checkMatch(
  ctx: Pick<SampleContext, "record">,
  sampled: string,
  { expected, ...options }: PrefixOptions & { readonly expected: string | readonly string[] },
): string | null {
  const { correct, ...data } = matchPrefix(sampled, expected, options);
  ctx.record.match(correct, data);
  return data.picked;
}
