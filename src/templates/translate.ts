import { z } from "zod";
import { groupByCluster } from "../core/clustered-error.ts";
import { Eval, type SampleContext } from "../core/eval.ts";
import type { EventLog } from "../core/event-log.ts";
import { accuracyReport, estimateReport, type Report } from "../core/report.ts";
import type { RowSource } from "../core/row-source.ts";
import {
  bleuPercent,
  bleuStatistics,
  corpusPercent,
  corpusPercentError,
} from "../metrics/bleu/percent.ts";
import { type BleuStatistics, sumBleuStatistics } from "../metrics/bleu/statistics.ts";
import { MaxTokens, SampleFileArgs } from "./args.ts";
import {
  chatInputs,
  chooseExamples,
  type Example,
  FewShotArgs,
  insertExamples,
  readExamples,
} from "./few-shot.ts";
import { valueIdeals } from "./ideal-notices.ts";
import { inspectRows } from "./inspected-rows.ts";
import { judgeAnswers } from "./judge-answers.ts";
import { type AnsweredSample, idealList, RequiredAnswerSample } from "./sample.ts";

/** Sentence BLEU above which openai/evals takes a translation for correct. */
const GOOD_SCORE = 30;

const Args = SampleFileArgs.extend({
  ...FewShotArgs.shape,
  max_tokens: MaxTokens.default(500),
  /** Without it the model's own default holds, as in openai/evals. */
  temperature: z.number().optional(),
});
type Args = z.infer<typeof Args>;

/** Compares the answer with reference translations by BLEU; correct above 30. */
export class Translate extends Eval<AnsweredSample, Args> {
  static override readonly Args = Args;
  static override readonly Sample = RequiredAnswerSample;
  #examples: readonly Example[] = [];

  override async prepare(): Promise<void> {
    this.#examples = await readExamples(this.args, this.context);
  }

  override async samples(): Promise<RowSource<AnsweredSample>> {
    const inspectors = [valueIdeals(this.context)];
    if (this.args.num_few_shot > 0) inspectors.push(chatInputs);
    return inspectRows(await super.samples(), inspectors);
  }

  override async evalSample({ input, ideal }: AnsweredSample, ctx: SampleContext): Promise<void> {
    const { max_tokens, temperature } = this.args;
    const prompt = insertExamples(input, chooseExamples(this.#examples, this.args, ctx));
    const expected = idealList(ideal);
    const question = { prompt, params: { max_tokens, temperature }, evaluation: this };
    await judgeAnswers(ctx, question, (text, record) => {
      const bleu = bleuStatistics(text, expected);
      const score = bleuPercent(bleu, { effectiveOrder: true });
      record.metrics({ sacrebleu_sentence_score: score, bleu });
      record.match(score > GOOD_SCORE, {
        expected,
        sampled: text,
        sacrebleu_sentence_score: score,
      });
    });
  }

  override summarize(log: EventLog): Report {
    const parts = log.metrics.map(({ data }) => data["bleu"] as BleuStatistics); // recorded above
    const score = parts.length === 0 ? null : corpusPercent(parts);
    const groups = groupByCluster(parts, (_, index) => log.metrics[index]?.cluster);
    return {
      ...accuracyReport(log),
      ...estimateReport(
        "sacrebleu_score",
        score,
        corpusPercentError(groups.map(sumBleuStatistics)),
      ),
    };
  }
}
