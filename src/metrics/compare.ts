import { normalizeAnswer } from "./text/normalize.ts";

/** How an output is compared with options. */
export interface CompareOptions {
  /** Let an empty option match every output, as openai/evals does. @default false */
  readonly parity?: boolean;
}

/** What an output may begin with. */
export interface PrefixOptions extends CompareOptions {
  /** What is looked for; by default what is expected. */
  readonly options?: readonly string[] | undefined;
  /** Whether the character after an option ends it; without one, any may follow. */
  readonly separator?: ((next: string) => boolean) | undefined;
}

/** A judgement on an output, with the fields of a `match` event. */
export interface PrefixMatch {
  readonly correct: boolean;
  readonly expected: readonly string[];
  /** The option that the output begins with. */
  readonly picked: string | null;
  readonly sampled: string;
  readonly options: readonly string[];
}

/**
 * Picks the first option that the output begins with; it is right when it is expected.
 *
 * @example
 * const { correct, ...data } = matchPrefix("Paris.", "Paris");
 * ctx.record.match(correct, data);
 */
export function matchPrefix(
  sampled: string,
  ideal: string | readonly string[],
  { options, separator, parity = false }: PrefixOptions = {},
): PrefixMatch {
  const expected = typeof ideal === "string" ? [ideal] : ideal;
  const candidates = options ?? expected;
  const picked = candidates.find((option) => {
    if (!sampled.startsWith(option) || isVacuous(sampled, option, parity)) return false;
    const next = sampled.codePointAt(option.length);
    return !separator || next === undefined || separator(String.fromCodePoint(next));
  });
  const correct = picked !== undefined && expected.includes(picked);
  return { correct, expected, picked: picked ?? null, sampled, options: candidates };
}

/** Whether the text stands somewhere in the output; an empty text only in an empty output. */
export function contains(
  output: string,
  text: string,
  { parity = false }: CompareOptions = {},
): boolean {
  return output.includes(text) && !isVacuous(output, text, parity);
}

/**
 * Whether one of the texts contains the other, both normalized. What is empty then equals only what
 * is empty as well.
 */
export function fuzzyMatches(output: string, ideal: string): boolean {
  const [a, b] = [normalizeAnswer(output), normalizeAnswer(ideal)];
  if (a === "" || b === "") return a === b;
  return a.includes(b) || b.includes(a);
}

/** The empty text stands in every text, which says nothing about an answer. */
function isVacuous(output: string, option: string, parity: boolean): boolean {
  return option === "" && output !== "" && !parity;
}
