import { BestReferenceMetric } from "../best-reference.ts";
import { meteor } from "../meteor.ts";
import { rougeTokenizer } from "../text/rouge-tokenizers.ts";
import { MetricArgs } from "./args.ts";

/** Words and stems that answer and reference share and their order, 0 to 1; of several the best. */
export class Meteor extends BestReferenceMetric<MetricArgs> {
  static override readonly Args = MetricArgs;
  readonly #tokenize = rougeTokenizer("unicode");

  override get signature(): string {
    return "tok=unicode|syn=none|alpha=0.9|beta=3|gamma=0.5|v=1";
  }

  protected override get key(): string {
    return "meteor";
  }

  protected override compare(response: string, reference: string): number {
    return meteor(this.#tokenize(response), this.#tokenize(reference));
  }
}
