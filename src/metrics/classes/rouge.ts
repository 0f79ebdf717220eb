import { z } from "zod";
import type { Range } from "../../core/mean-summary.ts";
import { Metric, type MetricField, type Score, type ScoreInput } from "../../core/metric.ts";
import type { Overlap } from "../rouge/overlap.ts";
import { ROUGE_TYPES, type RougeType, rougeOverlaps } from "../rouge/rouge.ts";
import { ROUGE_TOKENIZER_NAMES } from "../text/rouge-tokenizers.ts";
import { MetricArgs } from "./args.ts";

const Args = MetricArgs.extend({
  types: z.array(z.enum(ROUGE_TYPES)).min(1).default(["rouge-1", "rouge-l"]),
  tokenizer: z.enum(ROUGE_TOKENIZER_NAMES).optional(),
  stemmer: z.literal("porter").nullable().default(null),
  normalize: z.literal("NFKC").nullable().default(null),
  /** Google's definition, or that of the Python package `rouge`, which has its own words. */
  impl: z.enum(["google", "pltrdy"]).default("google"),
})
  .refine(({ impl, tokenizer, stemmer }) => impl === "google" || !(tokenizer || stemmer), {
    error: "pltrdy cuts texts in its own way; leave tokenizer and stemmer out",
    path: ["impl"],
  })
  .refine(({ impl, types }) => impl === "google" || !types.includes("rouge-lsum"), {
    error: "pltrdy has no rouge-lsum",
    path: ["types"],
  });
type Args = z.infer<typeof Args>;

/**
 * What answer and reference share, as ROUGE counts it: `rouge-1-p`, `rouge-1-r`, `rouge-1-f` and so
 * on, each 0 to 1. Of several references each type takes the one with the best F1.
 */
export class Rouge extends Metric<Args> {
  static override readonly Args = Args;

  override get fields(): readonly MetricField[] {
    return ["response", "references"];
  }

  override get range(): Range {
    return [0, 1];
  }

  override get signature(): string {
    const { impl, tokenizer = "unicode", stemmer, normalize } = this.args;
    if (impl === "pltrdy") return "impl=pltrdy|v=1";
    const icu = tokenizer === "words" ? `[icu=${process.versions["icu"]}]` : "";
    const form = normalize === null ? "" : `|norm=${normalize}`;
    return `tok=${tokenizer}${icu}|stem=${stemmer ?? "no"}${form}|v=1`;
  }

  override score({ response, references }: ScoreInput): Score {
    const each = references.map((reference) => rougeOverlaps(response, reference, this.args));
    const scores = this.args.types.flatMap((type) => {
      const overlap = bestOf(type, each);
      const name = this.#name(type);
      return (["p", "r", "f"] as const).map((part) => [`${name}-${part}`, overlap?.[part] ?? null]);
    });
    return { scores: Object.fromEntries(scores) };
  }

  #name(type: RougeType): string {
    const { metric_key } = this.args;
    return metric_key === undefined ? type : type.replace("rouge", metric_key);
  }
}

function bestOf(
  type: RougeType,
  each: readonly (readonly [RougeType, Overlap][])[],
): Overlap | undefined {
  return each
    .flatMap((overlaps) => overlaps.filter(([own]) => own === type).map(([, overlap]) => overlap))
    .reduce<Overlap | undefined>(
      (best, next) => (best && best.f >= next.f ? best : next),
      undefined,
    );
}
