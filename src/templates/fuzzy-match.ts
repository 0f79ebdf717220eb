import type { z } from "zod";
import { Eval, type SampleContext } from "../core/eval.ts";
import { type EventLog, metricObservations } from "../core/event-log.ts";
import { accuracyReport, meanReport, type Report } from "../core/report.ts";
import type { RowSource } from "../core/row-source.ts";
import { fuzzyMatches } from "../metrics/compare.ts";
import { tokenF1 } from "../metrics/token-f1.ts";
import { MaxTokens, SampleFileArgs } from "./args.ts";
import { valueIdeals } from "./ideal-notices.ts";
import { inspectRows } from "./inspected-rows.ts";
import { judgeAnswers } from "./judge-answers.ts";
import { type AnsweredSample, idealList, RequiredAnswerSample } from "./sample.ts";

const Args = SampleFileArgs.extend({ max_tokens: MaxTokens.default(100) });
type Args = z.infer<typeof Args>;

/** Correct when the answer contains an ideal or an ideal the answer, both normalized. */
export class FuzzyMatch extends Eval<AnsweredSample, Args> {
  static override readonly Args = Args;
  static override readonly Sample = RequiredAnswerSample;

  override async samples(): Promise<RowSource<AnsweredSample>> {
    return inspectRows(await super.samples(), [valueIdeals(this.context)]);
  }

  override async evalSample({ input, ideal }: AnsweredSample, ctx: SampleContext): Promise<void> {
    const { max_tokens } = this.args;
    const expected = idealList(ideal);
    const question = { prompt: input, params: { temperature: 0, max_tokens }, evaluation: this };
    await judgeAnswers(ctx, question, (text, record) => {
      const matched = expected.filter((option) => fuzzyMatches(text, option));
      const correct = matched.length > 0;
      record.match(correct, { expected, picked: matched.map(() => text), matched });
      record.metrics({
        accuracy: Number(correct),
        f1_score: Math.max(...expected.map((option) => tokenF1(text, option, { parity: true }))),
      });
    });
  }

  override summarize(log: EventLog): Report {
    return {
      ...accuracyReport(log),
      ...meanReport("f1_score", metricObservations(log, "f1_score")),
    };
  }
}
