import { z } from "zod";
import { Eval, type SampleContext } from "../core/eval.ts";
import type { RowSource } from "../core/row-source.ts";
import { matchPrefix, type PrefixMatch } from "../metrics/compare.ts";
import { MaxTokens, SampleFileArgs } from "./args.ts";
import {
  chatInputs,
  chooseExamples,
  type Example,
  FewShotArgs,
  insertExamples,
  readExamples,
} from "./few-shot.ts";
import { emptyIdeals, valueIdeals } from "./ideal-notices.ts";
import { inspectRows } from "./inspected-rows.ts";
import { judgeAnswers } from "./judge-answers.ts";
import { AnsweredSample, idealList } from "./sample.ts";

/** Args of Match. */
export const MatchArgs = SampleFileArgs.extend({
  ...FewShotArgs.shape,
  /** Accepted for existing registries and not sent, as in openai/evals; see `sampling_params`. */
  max_tokens: MaxTokens.optional(),
  /** Ask instead whether an ideal begins with the answer. @default false */
  reverse: z.boolean().default(false),
});
type MatchArgs = z.infer<typeof MatchArgs>;

/** Correct when the answer begins with an ideal. */
export class Match extends Eval<AnsweredSample, MatchArgs> {
  static override readonly Args: z.ZodObject = MatchArgs;
  static override readonly Sample = AnsweredSample;
  #examples: readonly Example[] = [];

  override async prepare(): Promise<void> {
    this.#examples = await readExamples(this.args, this.context);
  }

  override async samples(): Promise<RowSource<AnsweredSample>> {
    const inspectors = [emptyIdeals(this.context, this.args), valueIdeals(this.context)];
    if (this.args.num_few_shot > 0) inspectors.push(chatInputs);
    return inspectRows(await super.samples(), inspectors);
  }

  override async evalSample(sample: AnsweredSample, ctx: SampleContext): Promise<void> {
    const examples = chooseExamples(this.#examples, this.args, ctx);
    const prompt = insertExamples(sample.input, examples);
    const question = { prompt, params: { temperature: 0 }, evaluation: this };
    await judgeAnswers(ctx, question, (text, record) => {
      const { correct, ...data } = this.#judge(text, idealList(sample.ideal));
      record.match(correct, data);
    });
  }

  #judge(sampled: string, expected: readonly string[]): PrefixMatch {
    const { parity } = this.context;
    if (!this.args.reverse) return matchPrefix(sampled, expected, { parity });
    const picked = expected.find((ideal) => sampled !== "" && ideal.startsWith(sampled)) ?? null;
    return { correct: picked !== null, expected, picked, sampled, options: expected };
  }
}
