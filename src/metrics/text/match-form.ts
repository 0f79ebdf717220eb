import { normalizeAnswer } from "./normalize.ts";
import { splitWords, strip } from "./white-space.ts";

/** Which differences between texts do not count. */
export interface MatchFormOptions {
  /** Every difference counts, white space at the ends too. @default false */
  readonly strict?: boolean | undefined;
  /** @default false */
  readonly ignore_case?: boolean | undefined;
  /** Leave out punctuation of all scripts, and differences in white space. @default false */
  readonly ignore_punctuation?: boolean | undefined;
  /** `squad` is lower case without ASCII punctuation and English articles. */
  readonly normalize?: "squad" | undefined;
  /** Form of Unicode in which texts are compared; by default as they are. */
  readonly unicode?: "NFC" | "NFKC" | undefined;
}

/**
 * The form of a text in which it is compared with others. Unless `strict`, white space at the ends
 * is cut and line ends are `\n`.
 */
export function matchForm(text: string, options: MatchFormOptions = {}): string {
  if (options.strict) return text;
  const unified = options.unicode ? text.normalize(options.unicode) : text;
  if (options.normalize === "squad") return normalizeAnswer(unified);
  const cased = options.ignore_case ? foldCase(unified) : unified;
  if (options.ignore_punctuation) return splitWords(cased.replace(PUNCTUATION, "")).join(" ");
  return strip(cased.replace(LINE_END, "\n"));
}

/** Which form it is, for signatures, such as `trim=yes|case=mixed|punct=yes|unicode=no`. */
export function matchFormSignature(options: MatchFormOptions): string {
  if (options.strict) return "strict=yes";
  const unicode = `unicode=${options.unicode ?? "no"}`;
  if (options.normalize === "squad") return `norm=squad|${unicode}`;
  const letterCase = options.ignore_case ? "lc" : "mixed";
  const punctuation = options.ignore_punctuation ? "no" : "yes";
  return `trim=yes|case=${letterCase}|punct=${punctuation}|${unicode}`;
}

const LINE_END = /\r\n?/g;
const PUNCTUATION = /\p{P}/gu;

/** By way of upper case, so that `ß` is `ss` and the two small sigmas are one letter. */
function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll("ς", "σ");
}
