import type { ScoreSummary } from "../../core/mean-summary.ts";
import type { Score, ScoreInput } from "../../core/metric.ts";
import { ShareSummary } from "../flexeval/share-summary.ts";
import { SummedMetric } from "../summed-metric.ts";
import { MetricArgs } from "./args.ts";

/** Why answers ended: the share of each reason, `None` where the provider gives none. */
export class FinishReasonCount extends SummedMetric<MetricArgs> {
  static override readonly Args = MetricArgs;

  override score({ answer }: ScoreInput): Score {
    return { scores: {}, details: { finish_reason: answer?.finish_reason ?? null } };
  }

  override summary(): ScoreSummary {
    const summary = this.args.metric_key ?? "finish_reason_ratio";
    return new ShareSummary({ detail: "finish_reason", summary });
  }
}
