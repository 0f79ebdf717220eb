import { z } from "zod";
import type { ScoreSummary } from "../../core/mean-summary.ts";
import type { MetricField, Score, ScoreInput } from "../../core/metric.ts";
import { chrfScore, chrfStatistics } from "../chrf.ts";
import { type ChrfDetails, ChrfSummary } from "../chrf-summary.ts";
import { SummedMetric } from "../summed-metric.ts";
import { MetricArgs } from "./args.ts";

const Args = MetricArgs.extend({
  /** Words in the longest n-gram of words: 0 makes it chrF, 2 chrF++. */
  word_order: z.literal([0, 1, 2]).default(0),
});
type Args = z.infer<typeof Args>;

/** chrF against the nearest reference: of each answer, and of all as one corpus. */
export class Chrf extends SummedMetric<Args> {
  static override readonly Args = Args;

  override get fields(): readonly MetricField[] {
    return ["response", "references"];
  }

  override get signature(): string {
    return `case=mixed|nc=6|nw=${this.args.word_order}|beta=2|space=no|v=1`;
  }

  override score({ response, references }: ScoreInput): Score {
    const statistics = chrfStatistics(response, references, { wordOrder: this.args.word_order });
    return {
      scores: { [this.#key]: chrfScore(statistics) },
      details: { statistics } satisfies ChrfDetails,
    };
  }

  override summary(): ScoreSummary {
    return new ChrfSummary(this.#key);
  }

  /** As sacreBLEU names them: `chrf`, `chrf+`, `chrf++`. */
  get #key(): string {
    return this.args.metric_key ?? `chrf${"+".repeat(this.args.word_order)}`;
  }
}
