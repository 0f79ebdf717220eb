import { NumberArgs, NumberMetric } from "../number-metric.ts";
import { numericSimilarity } from "../numeric.ts";

/** How near the number of the answer is to the reference's, 0 to 1, in parts of both. */
export class NumericDiff extends NumberMetric<NumberArgs> {
  static override readonly Args = NumberArgs;

  override get signature(): string {
    return `number=${this.args.number}|v=1`;
  }

  protected override get key(): string {
    return "numeric_diff";
  }

  protected override get worst(): number {
    return 0;
  }

  protected override compare(value: number, reference: number): number {
    return numericSimilarity(value, reference);
  }
}
