import type { Range } from "../core/mean-summary.ts";
import { Metric, type MetricField, type Score, type ScoreInput } from "../core/metric.ts";
import type { MetricArgs } from "./classes/args.ts";

/** Compares an answer with each reference, and takes the one that is best. */
export abstract class BestReferenceMetric<TArgs extends MetricArgs> extends Metric<TArgs> {
  override get fields(): readonly MetricField[] {
    return ["response", "references"];
  }

  override get range(): Range {
    return [0, 1];
  }

  override score({ response, references }: ScoreInput): Score {
    const key = this.args.metric_key ?? this.key;
    return { scores: { [key]: best(references.map((each) => this.compare(response, each))) } };
  }

  /** What the score is called where args do not say it. */
  protected abstract get key(): string;

  /** Score beside one reference. */
  protected abstract compare(response: string, reference: string): number | boolean;
}

/** The largest of scores, of which true is more than false; null when there is none. */
export function best(scores: readonly (number | boolean)[]): number | boolean | null {
  return scores.reduce<number | boolean | null>(
    (most, score) => (most === null || score > most ? score : most),
    null,
  );
}
