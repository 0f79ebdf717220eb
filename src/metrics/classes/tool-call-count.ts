import type { ScoreSummary } from "../../core/mean-summary.ts";
import type { Score, ScoreInput } from "../../core/metric.ts";
import { ShareSummary } from "../flexeval/share-summary.ts";
import { isToolCall } from "../flexeval/tool-call.ts";
import { SummedMetric } from "../summed-metric.ts";
import { MetricArgs } from "./args.ts";

/** Whether answers call tools: the shares of whole calls, of broken calls, and of mere text. */
export class ToolCallCount extends SummedMetric<MetricArgs> {
  static override readonly Args = MetricArgs;

  override score({ answer }: ScoreInput): Score {
    const result = resultOf(answer?.tool_calls ?? []);
    return { scores: {}, details: { tool_call_validation_result: result } };
  }

  override summary(): ScoreSummary {
    const summary = this.args.metric_key ?? "tool_call_validation_result_ratio";
    return new ShareSummary({ detail: "tool_call_validation_result", summary });
  }
}

/** The words that flexeval has for it. */
function resultOf(calls: readonly unknown[]): string {
  if (calls.length === 0) return "TextOnly";
  return calls.every(isToolCall) ? "CompleteToolCall" : "InCompleteToolCall";
}
