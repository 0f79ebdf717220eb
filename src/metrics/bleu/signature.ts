import type { TokenizerName } from "../text/tokenizers.ts";
import { type BleuOptions, smoothValue } from "./options.ts";

/** What is known of the data when a signature is written. */
export interface SignedData {
  /** References of each text. */
  readonly references: number | "var";
  /** `auto` where texts have several, or where that is not known. */
  readonly tokenize: TokenizerName | "auto";
}

/** Which BLEU it is, as `refs=1|case=mixed|eff=yes|tok=zh|smooth=exp|mode=cumulative|v=1`. */
export function bleuSignature(options: BleuOptions, { references, tokenize }: SignedData): string {
  const { lowercase, mode = "cumulative" } = options;
  return [
    `refs=${references}`,
    `case=${lowercase ? "lc" : "mixed"}`,
    ...definition(options, tokenOf(tokenize)),
    `mode=${mode}`,
    "v=1",
  ].join("|");
}

function definition(options: BleuOptions, token: string): string[] {
  const { impl, method = 0, mode, effective_order = true, smooth = "exp" } = options;
  if (impl === "nltk") return ["impl=nltk", token, `method=${method}`];
  if (mode === "individual") return [token, "smooth=none"];
  const value = smoothValue(options);
  const parameter = value === undefined ? "" : `[${value}]`;
  return [`eff=${effective_order ? "yes" : "no"}`, token, `smooth=${smooth}${parameter}`];
}

/** Words change with ICU, so its version is said. */
function tokenOf(tokenize: TokenizerName | "auto"): string {
  return tokenize === "words" ? `tok=words[icu=${process.versions["icu"]}]` : `tok=${tokenize}`;
}
