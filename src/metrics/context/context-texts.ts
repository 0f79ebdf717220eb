import type { Range } from "../../core/mean-summary.ts";
import { Metric, type MetricField, type Score, type ScoreInput } from "../../core/metric.ts";
import { MetricArgs } from "../classes/args.ts";
import type { ContextPair } from "./context-overlap.ts";

/** Compares the texts of passages that were retrieved with those that should have been. */
export abstract class ContextTextMetric extends Metric<MetricArgs> {
  static override readonly Args = MetricArgs;

  override get range(): Range {
    return [0, 1];
  }

  override get fields(): readonly MetricField[] {
    return ["contexts", "reference_contexts"];
  }

  override get signature(): string {
    return `sim=levenshtein|hit=${this.hit}|v=1`;
  }

  override score({ contexts = [], reference_contexts = [] }: ScoreInput): Score {
    const key = this.args.metric_key ?? this.key;
    const pair = { retrieved: contexts, reference: reference_contexts };
    return { scores: { [key]: this.compare(pair) } };
  }

  /** What the score is called where args do not say it. */
  protected abstract get key(): string;

  /** From which likeness on two passages are one, for the signature. */
  protected abstract get hit(): string;

  protected abstract compare(texts: ContextPair): number | null;
}
