import { BestReferenceMetric } from "../best-reference.ts";
import { tokenF1 } from "../token-f1.ts";
import { MetricArgs } from "./args.ts";

/** Words that answer and reference share, 0 to 1, as SQuAD counts them; of several the best. */
export class TokenF1 extends BestReferenceMetric<MetricArgs> {
  static override readonly Args = MetricArgs;

  override get signature(): string {
    return "norm=squad|tok=squad|v=1";
  }

  protected override get key(): string {
    return "f1";
  }

  protected override compare(response: string, reference: string): number {
    return tokenF1(response, reference);
  }
}
