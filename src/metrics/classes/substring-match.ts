import { z } from "zod";
import { ReferenceArgs, ReferenceMetric } from "../flexeval/reference-metric.ts";

const Args = ReferenceArgs.extend({
  /** Whether one reference must stand in the answer, or all. */
  mode: z.enum(["any", "all"]).default("any"),
});
type Args = z.infer<typeof Args>;

/** Whether references stand within the answer. */
export class SubstringMatch extends ReferenceMetric<Args> {
  static override readonly Args = Args;

  protected override get keys() {
    const { metric_key: key, mode } = this.args;
    return { instance: key ?? "substring_match", summary: key ?? `substring_match-${mode}` };
  }

  protected override compare(output: string, references: readonly string[]): boolean {
    const isIn = (reference: string) => output.includes(reference);
    return this.args.mode === "all" ? references.every(isIn) : references.some(isIn);
  }
}
