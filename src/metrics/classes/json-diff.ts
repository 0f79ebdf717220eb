import { z } from "zod";
import { BestReferenceMetric } from "../best-reference.ts";
import { jsonDiff } from "../json-diff.ts";
import { MetricArgs } from "./args.ts";

const Args = MetricArgs.extend({
  /** Whether items of lists are paired by likeness and not by place. */
  unordered_arrays: z.boolean().default(false),
});
type Args = z.infer<typeof Args>;

/** How alike the JSON of answer and reference is, part by part, 0 to 1; of several the best. */
export class JsonDiff extends BestReferenceMetric<Args> {
  static override readonly Args = Args;

  override get signature(): string {
    const arrays = this.args.unordered_arrays ? "unordered" : "ordered";
    return `arrays=${arrays}|text=levenshtein|bool=equal|v=1`;
  }

  protected override get key(): string {
    return "json_diff";
  }

  protected override compare(response: string, reference: string): number {
    return jsonDiff(response, reference, this.args);
  }
}
