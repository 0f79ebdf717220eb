import { ReferenceArgs, ReferenceMetric } from "../flexeval/reference-metric.ts";

/** Whether the answer is one of the references to the letter, white space included, as flexeval has it. */
export class FlexevalExactMatch extends ReferenceMetric<ReferenceArgs> {
  static override readonly Args = ReferenceArgs;

  protected override get keys() {
    const key = this.args.metric_key ?? "exact_match";
    return { instance: key, summary: key };
  }

  protected override compare(output: string, references: readonly string[]): boolean {
    return references.includes(output);
  }
}
