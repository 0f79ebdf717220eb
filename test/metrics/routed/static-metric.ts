import { z } from "zod";
import { Metric, type Score, type ScoreInput } from "../../../src/core/metric.ts";
import type { Report } from "../../../src/core/report.ts";

const Args = z.object({
  summary: z.record(z.string(), z.unknown()),
  details: z.union([z.null(), z.array(z.never()), z.record(z.string(), z.string())]),
});
type Args = z.infer<typeof Args>;

/** Reports a fixed summary; the scores of an answer are fields of its row. */
export class StaticMetric extends Metric<Args> {
  static override readonly Args = Args;

  override score({ extra_info }: ScoreInput): Score {
    const copied = Object.entries(this.args.details ?? {}).map(
      ([key, field]) => [key, extra_info[String(field)]] as const,
    );
    const isScore = ([, value]: readonly [string, unknown]) => typeof value !== "string";
    return {
      scores: Object.fromEntries(copied.filter(isScore)) as Score["scores"],
      details: Object.fromEntries(copied.filter((entry) => !isScore(entry))),
    };
  }

  override summarize(): Report {
    return this.args.summary;
  }
}
