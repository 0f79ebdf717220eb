import { z } from "zod";
import { Eval, type SampleContext } from "../core/eval.ts";
import type { RowSource } from "../core/row-source.ts";
import { letterOfAnswerLine } from "../metrics/answer-line.ts";
import { matchPrefix } from "../metrics/compare.ts";
import { TemplateArgs } from "./args.ts";
import { judgeAnswers } from "./judge-answers.ts";
import { letterOptions } from "./letter-options.ts";

const REQUEST = "Which of the options is right? Reply with its letter only.";

const Args = TemplateArgs.extend({
  /** Rows with questions: a path, or `hf://HOST?name=N&split=S` for a local copy. */
  dataset: z.string(),
  /** Stands before the question. @default "" */
  instructions: z.string().default(""),
});
type Args = z.infer<typeof Args>;

const Index = z.union([z.int().nonnegative(), z.string().regex(/^\d+$/).transform(Number)], {
  error: "expected the index of the right choice, from 0",
});

const Question = z
  .looseObject({ question: z.string(), choices: z.array(z.string()), answer: Index })
  .refine(({ choices, answer }) => answer < choices.length, {
    path: ["answer"],
    error: "expected the index of a choice, from 0",
  });
type Question = z.infer<typeof Question>;

/** Correct when the answer begins with the letter of the right choice. */
export class MultipleChoice extends Eval<Question, Args> {
  static override readonly Args = Args;
  static override readonly Sample = z.preprocess(fromHellaswag, Question);

  override async samples(): Promise<RowSource<Question>> {
    return (await this.context.openRows(this.args.dataset)) as RowSource<Question>; // see Sample
  }

  override async evalSample(sample: Question, ctx: SampleContext): Promise<void> {
    const options = letterOptions(sample.choices, sample.answer, ctx.random);
    const { instructions } = this.args;
    const prompt = `${instructions}\n${REQUEST}\n\n${sample.question}\n${options.text}`;
    const question = { prompt, params: { temperature: 0, max_tokens: 1 }, evaluation: this };
    await judgeAnswers(ctx, question, (text, record) => {
      const { correct, ...data } = matchPrefix(this.#verdict(text), options.letter);
      record.match(correct, { ...data, sampled: text });
    });
  }

  /** A model that was given room to think may end with its answer instead of beginning with it. */
  #verdict(text: string): string {
    return this.context.parity ? text : (letterOfAnswerLine(text) ?? text);
  }
}

/** Rows of HellaSwag have other names for the same. */
function fromHellaswag(row: unknown): unknown {
  if (typeof row !== "object" || row === null || !("endings" in row)) return row;
  const { ctx, endings, label, ...rest } = row as Record<string, unknown>;
  return { ...rest, question: ctx, choices: endings, answer: label };
}
