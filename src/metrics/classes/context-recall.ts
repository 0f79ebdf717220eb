import { z } from "zod";
import type { Range } from "../../core/mean-summary.ts";
import type { MetricContext, MetricField, ScoreInput } from "../../core/metric.ts";
import { mean } from "../../core/statistics.ts";
import { Flag, Reason } from "../judge/answer-fields.ts";
import { JudgeArgs } from "../judge/judge-args.ts";
import { type Ask, JudgeMetric, type Judgement } from "../judge/judge-metric.ts";
import { judgePrompts } from "../judge/judge-prompts.ts";
import { isBlank } from "../text/is-blank.ts";

const Answer = z.object({
  sentences: z.array(z.object({ sentence: z.string(), reason: Reason, attributed: Flag })),
});

/** The share of the reference that the passages have in them, 0 to 1; of several the best. */
export class ContextRecall extends JudgeMetric {
  static override readonly Args = JudgeArgs;

  /** @throws {ConfigError} when a prompt of the args cannot be used */
  constructor(args: JudgeArgs, context: MetricContext) {
    const order = { file: "context-recall", steps: ["attributed"], metric: context.name };
    const prompts = judgePrompts(order, args.prompt);
    super(args, context, { key: "context_recall", method: "sentences", ...prompts });
  }

  override get range(): Range {
    return [0, 1];
  }

  override get fields(): readonly MetricField[] {
    return ["references", "contexts"];
  }

  protected override async judge(input: ScoreInput, ask: Ask): Promise<Judgement> {
    const { query, contexts = [] } = input;
    const references = input.references.filter((reference) => !isBlank(reference));
    if (references.length === 0) return { score: null, details: { missing: "no reference" } };
    if (contexts.every(isBlank)) return { score: 0, reason: "there are no contexts" };

    const recalls: { score: number | null; sentences: z.infer<typeof Answer>["sentences"] }[] = [];
    for (const reference of references) {
      const material = { query, reference, contexts };
      const { sentences } = await ask("attributed", { material, answer: Answer });
      recalls.push({ score: mean(sentences.map(({ attributed }) => attributed)), sentences });
    }
    const [best] = recalls.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1));
    if (!best || best.score === null) return { score: null, details: { missing: "no sentences" } };
    return { score: best.score, details: { sentences: best.sentences } };
  }
}
