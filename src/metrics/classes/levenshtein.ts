import { BestReferenceMetric } from "../best-reference.ts";
import { levenshteinSimilarity } from "../levenshtein.ts";
import { MetricArgs } from "./args.ts";

/** How few letters must change to make the answer the reference, 0 to 1; of several the best. */
export class Levenshtein extends BestReferenceMetric<MetricArgs> {
  static override readonly Args = MetricArgs;

  override get signature(): string {
    return "unit=code-point|norm=no|v=1";
  }

  protected override get key(): string {
    return "levenshtein";
  }

  protected override compare(response: string, reference: string): number {
    return levenshteinSimilarity(response, reference);
  }
}
