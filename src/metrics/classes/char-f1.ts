import { fuzzRatio } from "../flexeval/fuzz-ratio.ts";
import { ReferenceArgs, ReferenceMetric } from "../flexeval/reference-metric.ts";

/** How much the answer and the reference nearest to it have in common, letter by letter, 0 to 1. */
export class CharF1 extends ReferenceMetric<ReferenceArgs> {
  static override readonly Args = ReferenceArgs;

  protected override get keys() {
    const key = this.args.metric_key ?? "char_f1";
    return { instance: key, summary: key };
  }

  protected override compare(output: string, references: readonly string[]): number {
    return Math.max(...references.map((reference) => fuzzRatio(output, reference))) / 100;
  }
}
