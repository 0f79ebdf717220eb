import { z } from "zod";
import { MetricArgs } from "./classes/args.ts";
import { readNumber } from "./text/read-number.ts";
import { ValueMetric } from "./value-metric.ts";

/** Args of metrics that compare numbers. */
export const NumberArgs = MetricArgs.extend({
  /** Whether the whole answer must be a number, or the first or last one within it counts. */
  number: z.enum(["whole", "first", "last"]).default("whole"),
});
/** See the schema of the same name. */
export type NumberArgs = z.infer<typeof NumberArgs>;

/** Compares the number of an answer with its references, each of which is a number. */
export abstract class NumberMetric<TArgs extends NumberArgs> extends ValueMetric<TArgs, number> {
  protected override get kind(): string {
    return "a number";
  }

  protected override read(text: string): number | undefined {
    return readNumber(text, this.args.number);
  }

  protected override readReference(text: string): number | undefined {
    return readNumber(text);
  }
}
