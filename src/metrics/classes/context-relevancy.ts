import { z } from "zod";
import type { Range } from "../../core/mean-summary.ts";
import type { MetricContext, MetricField, ScoreInput } from "../../core/metric.ts";
import { mean } from "../../core/statistics.ts";
import { eachOf, Half, ItemNumber, Reason } from "../judge/answer-fields.ts";
import { JudgeArgs } from "../judge/judge-args.ts";
import { type Ask, JudgeMetric, type Judgement } from "../judge/judge-metric.ts";
import { judgePrompts } from "../judge/judge-prompts.ts";
import { isBlank } from "../text/is-blank.ts";
import { sentencesOf } from "../text/sentences.ts";

const Args = JudgeArgs.extend({
  /** `rubric` rates each passage and all together; `sentences` counts those that are needed. */
  method: z.enum(["rubric", "sentences"]).default("rubric"),
});
type Args = z.infer<typeof Args>;

/** How well the passages fit the question, 0 to 1: padding lowers it, and so do gaps. */
export class ContextRelevancy extends JudgeMetric<Args> {
  static override readonly Args = Args;

  /** @throws {ConfigError} when a prompt of the args cannot be used */
  constructor(args: Args, context: MetricContext) {
    const order = { file: "context-relevancy", steps: [args.method], metric: context.name };
    const prompts = judgePrompts(order, args.prompt);
    super(args, context, { key: "context_relevancy", method: args.method, ...prompts });
  }

  override get range(): Range {
    return [0, 1];
  }

  override get fields(): readonly MetricField[] {
    return ["query", "contexts"];
  }

  protected override async judge(input: ScoreInput, ask: Ask): Promise<Judgement> {
    const { contexts = [] } = input;
    if (contexts.every(isBlank)) return { score: 0, reason: "there are no contexts" };
    return this.args.method === "rubric" ? judgeRubric(input, ask) : judgeSentences(input, ask);
  }
}

const Mark = z.object({ n: ItemNumber, useful: Half });

async function judgeRubric({ query, contexts = [] }: ScoreInput, ask: Ask): Promise<Judgement> {
  const answer = z.object({
    reason: Reason,
    contexts: eachOf(Mark, contexts.length),
    sufficient: Half,
  });
  const rating = await ask("rubric", { material: { query, contexts }, answer });
  const useful = rating.contexts.map((mark) => mark.useful);
  const { reason, sufficient } = rating;
  return {
    score: ((mean(useful) ?? 0) + sufficient) / 2,
    reason,
    details: { useful, sufficient },
  };
}

async function judgeSentences({ query, contexts = [] }: ScoreInput, ask: Ask): Promise<Judgement> {
  const sentences = contexts.flatMap(sentencesOf);
  const isThere = (n: number) => sentences[n - 1] !== undefined;
  const answer = z.object({
    reason: Reason,
    needed: z.array(ItemNumber).refine((list) => list.every(isThere), {
      message: `expected numbers of sentences, 1 to ${sentences.length}`,
    }),
  });
  const { reason, needed } = await ask("sentences", { material: { query, sentences }, answer });
  const relevant = new Set(needed).size;
  return {
    score: sentenceShare(relevant, sentences.length),
    reason,
    details: { relevant, total: sentences.length },
  };
}

/** The share of sentences that are needed, at most 1; 0 where there are none. */
export function sentenceShare(relevant: number, total: number): number {
  return total === 0 ? 0 : Math.min(1, relevant / total);
}
