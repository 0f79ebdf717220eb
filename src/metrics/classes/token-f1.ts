import { z } from "zod";
import { BestReferenceMetric } from "../best-reference.ts";
import { tokenF1 } from "../token-f1.ts";
import { MetricArgs } from "./args.ts";

const Args = MetricArgs.extend({
  /** `unicode` takes every Han or kana character for a word. */
  tokenizer: z.enum(["whitespace", "unicode"]).default("whitespace"),
});
type Args = z.infer<typeof Args>;

/** Words that answer and reference share, 0 to 1, as SQuAD counts them; of several the best. */
export class TokenF1 extends BestReferenceMetric<Args> {
  static override readonly Args = Args;

  override get signature(): string {
    return `norm=squad|tok=${this.args.tokenizer}|v=1`;
  }

  protected override get key(): string {
    return "f1";
  }

  protected override compare(response: string, reference: string): number {
    return tokenF1(response, reference, this.args);
  }
}
