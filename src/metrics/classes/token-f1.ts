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
  #hasTold = false;

  override get signature(): string {
    return `norm=squad|tok=${this.args.tokenizer}|v=1`;
  }

  protected override get key(): string {
    return "f1";
  }

  protected override compare(response: string, reference: string): number {
    if (this.args.tokenizer === "whitespace" && UNSPACED.test(reference)) this.#tell();
    return tokenF1(response, reference, this.args);
  }

  #tell(): void {
    if (this.#hasTold) return;
    this.#hasTold = true;
    this.context.warn(
      `"${this.context.name}" takes what stands between spaces for a word, and references are in a script that has none: such a text counts as one word; set tokenizer: unicode`,
    );
  }
}

/** One letter alone may be a name within another script. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2}/u;
