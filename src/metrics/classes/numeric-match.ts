import { z } from "zod";
import { NumberArgs, NumberMetric } from "../number-metric.ts";
import { isWithin } from "../numeric.ts";

const Args = NumberArgs.extend({
  /** How far off the number may be, in its own unit. */
  abs_tol: z.number().nonnegative().default(0),
  /** How far off it may be as a part of the reference; 0.01 is one percent. */
  rel_tol: z.number().nonnegative().default(0),
});
type Args = z.infer<typeof Args>;

/** Whether the number of the answer is the reference's, within a tolerance. */
export class NumericMatch extends NumberMetric<Args> {
  static override readonly Args = Args;

  override get signature(): string {
    const { number, abs_tol, rel_tol } = this.args;
    return `number=${number}|abs=${abs_tol}|rel=${rel_tol}|v=1`;
  }

  protected override get key(): string {
    return "numeric_match";
  }

  protected override get worst(): boolean {
    return false;
  }

  protected override compare(value: number, reference: number): boolean {
    return isWithin(value, reference, this.args);
  }
}
