import { MeanSummary, type ScoreSummary } from "../../core/mean-summary.ts";
import type { Score, ScoreInput } from "../../core/metric.ts";
import type { Report } from "../../core/report.ts";
import { SummedMetric } from "../summed-metric.ts";
import { MetricArgs } from "./args.ts";

/** How long answers are, in code points: mean, maximum and minimum. */
export class OutputLengthStats extends SummedMetric<MetricArgs> {
  static override readonly Args = MetricArgs;

  override score({ response }: ScoreInput): Score {
    return { scores: { [this.#key]: [...response].length } };
  }

  override summary(): ScoreSummary {
    return new LengthSummary(this.#key);
  }

  get #key(): string {
    return this.args.metric_key ?? "output_length";
  }
}

class LengthSummary implements ScoreSummary {
  readonly #key: string;
  readonly #mean = new MeanSummary();
  #max = Number.NEGATIVE_INFINITY;
  #min = Number.POSITIVE_INFINITY;

  constructor(key: string) {
    this.#key = key;
  }

  add({ scores }: Score, cluster?: number): void {
    const length = scores[this.#key] ?? null;
    this.#mean.add({ scores: { [`avg_${this.#key}`]: length } }, cluster);
    if (length === null) return;
    this.#max = Math.max(this.#max, Number(length));
    this.#min = Math.min(this.#min, Number(length));
  }

  report(): Report {
    const extremes = { [`max_${this.#key}`]: this.#max, [`min_${this.#key}`]: this.#min };
    return Number.isFinite(this.#max) ? { ...this.#mean.report(), ...extremes } : {};
  }
}
