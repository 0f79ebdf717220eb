import { z } from "zod";
import { Eval, type SampleContext } from "../core/eval.ts";
import type { RowSource } from "../core/row-source.ts";
import { contains } from "../metrics/compare.ts";
import { SampleFileArgs } from "./args.ts";
import { emptyIdeals, valueIdeals } from "./ideal-notices.ts";
import { inspectRows } from "./inspected-rows.ts";
import { judgeAnswers } from "./judge-answers.ts";
import { AnsweredSample, idealList } from "./sample.ts";

const Args = SampleFileArgs.extend({
  /** Compare in lower case. @default false */
  ignore_case: z.boolean().default(false),
  /** Ask instead whether the answer stands in an ideal. @default false */
  reverse: z.boolean().default(false),
  /** Without it the model's own default holds, as in openai/evals. */
  temperature: z.number().optional(),
});
type Args = z.infer<typeof Args>;

/** Correct when an ideal stands somewhere in the answer. */
export class Includes extends Eval<AnsweredSample, Args> {
  static override readonly Args = Args;
  static override readonly Sample = AnsweredSample;

  override async samples(): Promise<RowSource<AnsweredSample>> {
    const notices = [emptyIdeals(this.context, this.args), valueIdeals(this.context)];
    return inspectRows(await super.samples(), notices);
  }

  override async evalSample({ input, ideal }: AnsweredSample, ctx: SampleContext): Promise<void> {
    const { temperature } = this.args;
    const expected = idealList(ideal);
    const question = { prompt: input, params: { temperature }, evaluation: this };
    await judgeAnswers(ctx, question, (text, record) => {
      const matched = expected.find((option) => this.#matches(text, option)) ?? null;
      record.match(matched !== null, { expected, picked: text, sampled: text, matched });
    });
  }

  #matches(output: string, ideal: string): boolean {
    const [a, b] = this.args.ignore_case
      ? [output.toLowerCase(), ideal.toLowerCase()]
      : [output, ideal];
    if (this.args.reverse) return a !== "" && b.includes(a);
    return contains(a, b, { parity: this.context.parity });
  }
}
