import { porterStem } from "../text/porter.ts";
import { type RougeTokenizerName, rougeTokenizer } from "../text/rouge-tokenizers.ts";
import { sharedNgrams } from "../text/shared-ngrams.ts";
import { lcsLength } from "./lcs-length.ts";
import { type Overlap, overlapOf } from "./overlap.ts";
import { pltrdyRouge } from "./pltrdy.ts";
import { rougeLsum } from "./rouge-lsum.ts";

/** What ROUGE may count: n-grams of 1 to 9, or longest common subsequences. */
export const ROUGE_TYPES = [
  ...(["rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-5"] as const),
  ...(["rouge-6", "rouge-7", "rouge-8", "rouge-9", "rouge-l", "rouge-lsum"] as const),
] as const;
/** See the list of the same name. */
export type RougeType = (typeof ROUGE_TYPES)[number];

/** Which ROUGE is counted, in the names of YAML. */
export interface RougeOptions {
  /** @default rouge-1, rouge-2 and rouge-l */
  readonly types?: readonly RougeType[] | undefined;
  /** @default "unicode" */
  readonly tokenizer?: RougeTokenizerName | undefined;
  /** Compare the stems of ASCII words longer than three letters. @default null */
  readonly stemmer?: "porter" | null | undefined;
  /** Form of Unicode that texts are brought into first. @default null */
  readonly normalize?: "NFKC" | null | undefined;
  /** Whose definition: Google's rouge_score, or the Python package `rouge`, which has 1 to 9 and l. */
  readonly impl?: "google" | "pltrdy" | undefined;
}

/** `rouge-1-p`, `rouge-1-r`, `rouge-1-f` and so on. */
export type RougeScores = Readonly<Record<string, number>>;

/** What is counted where nothing else is asked for. */
export const USUAL_TYPES: readonly RougeType[] = ["rouge-1", "rouge-2", "rouge-l"];

/**
 * Precision, recall and F1 of what two texts share (C.-Y. Lin, 2004), by the definition of Google's
 * rouge_score; `rouge-l` takes the text as one sequence, `rouge-lsum` goes by its lines.
 *
 * @returns each 0 to 1; 0 where one of the texts has no token
 */
export function rouge(
  hypothesis: string,
  reference: string,
  { types = USUAL_TYPES, ...options }: RougeOptions = {},
): RougeScores {
  const scores: Record<string, number> = {};
  for (const [type, { p, r, f }] of rougeOverlaps(hypothesis, reference, { ...options, types })) {
    scores[`${type}-p`] = p;
    scores[`${type}-r`] = r;
    scores[`${type}-f`] = f;
  }
  return scores;
}

/** The same by type, for whoever chooses among references. */
export function rougeOverlaps(
  hypothesis: string,
  reference: string,
  { types = USUAL_TYPES, impl, normalize, ...options }: RougeOptions,
): [RougeType, Overlap][] {
  const [ours, theirs] = normalize
    ? [hypothesis.normalize(normalize), reference.normalize(normalize)]
    : [hypothesis, reference];
  if (impl === "pltrdy") {
    return types.map((type) => [type, pltrdyRouge(ours, theirs, orderOf(type) ?? "l")]);
  }
  const tokenize = tokenizer(options);
  const [answer, wanted] = [tokenize(ours), tokenize(theirs)];
  const orders = types.map((type) => orderOf(type) ?? 0);
  const shared = sharedNgrams(answer, [wanted], Math.max(1, ...orders));
  const ngrams = (order: number) =>
    overlapOf(shared[order - 1] ?? 0, units(answer, order), units(wanted, order));
  return types.map((type) => {
    const order = orderOf(type);
    if (order !== undefined) return [type, ngrams(order)];
    if (type === "rouge-lsum")
      return [type, rougeLsum(lines(ours, tokenize), lines(theirs, tokenize))];
    return [type, overlapOf(lcsLength(answer, wanted), answer.length, wanted.length)];
  });
}

/** n of `rouge-n`. */
function orderOf(type: RougeType): number | undefined {
  const order = Number(type.slice("rouge-".length));
  return Number.isNaN(order) ? undefined : order;
}

function units({ length }: readonly string[], order: number): number {
  return Math.max(0, length - order + 1);
}

type Tokenize = (text: string) => string[];

function lines(text: string, tokenize: Tokenize): string[][] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map(tokenize);
}

function tokenizer({ tokenizer: name = "unicode", stemmer }: RougeOptions): Tokenize {
  const tokenize = rougeTokenizer(name);
  return stemmer === "porter" ? (text) => tokenize(text).map(stemOf) : tokenize;
}

function stemOf(token: string): string {
  return /^[\0-\x7f]{4,}$/.test(token) ? porterStem(token) : token;
}
