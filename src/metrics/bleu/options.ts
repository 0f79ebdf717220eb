import type { TokenizerName } from "../text/tokenizers.ts";

/** How BLEU is computed; by default as sacreBLEU does for sentences. */
export interface BleuOptions {
  /** `auto` is `zh` where a reference has a Han character, else `13a`. @default "auto" */
  readonly tokenize?: "auto" | TokenizerName | undefined;
  /** What stands in for a precision of 0. @default "exp" */
  readonly smooth?: Smoothing | undefined;
  /** Parameter of `floor` (0 to 1, by default 0.1) and of `add-k` (0 or more, by default 1). */
  readonly smooth_value?: number | undefined;
  /** Leave out orders that a text is too short for. @default true for sentences, false for a corpus */
  readonly effective_order?: boolean | undefined;
  /** @default false */
  readonly lowercase?: boolean | undefined;
  /** `individual` is the precision of one order, not smoothed, times the brevity penalty. @default "cumulative" */
  readonly mode?: "cumulative" | "individual" | undefined;
  /** Whose definition holds; `smooth` and `effective_order` are sacreBLEU's alone. @default "sacrebleu" */
  readonly impl?: "sacrebleu" | "nltk" | undefined;
  /** Smoothing of nltk. @default 0 */
  readonly method?: NltkMethod | undefined;
}

/** Smoothing of sacreBLEU. */
export type Smoothing = "exp" | "floor" | "add-k" | "none";

/** Smoothing of nltk, by the number of its method. */
export type NltkMethod = 0 | 1 | 2 | 3 | 4;

/** Parameter of a smoothing, where it has one. */
export function smoothValue({ smooth, smooth_value }: BleuOptions): number | undefined {
  if (smooth === "floor") return smooth_value ?? 0.1;
  return smooth === "add-k" ? (smooth_value ?? 1) : undefined;
}
