import { z } from "zod";
import type { Range } from "../../core/mean-summary.ts";
import type { MetricContext, MetricField, ScoreInput } from "../../core/metric.ts";
import { averagePrecision } from "../average-precision.ts";
import { Flag, Reason } from "../judge/answer-fields.ts";
import { JudgeArgs } from "../judge/judge-args.ts";
import { type Ask, JudgeMetric, type Judgement } from "../judge/judge-metric.ts";
import { judgePrompts } from "../judge/judge-prompts.ts";
import { isBlank } from "../text/is-blank.ts";

const Answer = z.object({ reason: Reason, useful: Flag });

/** Whether the useful passages come first, 0 to 1: average precision over the ranks. */
export class ContextPrecision extends JudgeMetric {
  static override readonly Args = JudgeArgs;

  /** @throws {ConfigError} when a prompt of the args cannot be used */
  constructor(args: JudgeArgs, context: MetricContext) {
    const order = { file: "context-precision", steps: ["useful"], metric: context.name };
    const prompts = judgePrompts(order, args.prompt);
    super(args, context, { key: "context_precision", method: "ranks", ...prompts });
  }

  override get range(): Range {
    return [0, 1];
  }

  override get fields(): readonly MetricField[] {
    return ["query", "contexts"];
  }

  protected override async judge(input: ScoreInput, ask: Ask): Promise<Judgement> {
    const { query, contexts = [] } = input;
    const { references, against } = rightAnswers(input);
    if (contexts.every(isBlank)) return { score: 0, reason: "there are no contexts" };
    if (references.length === 0) return { score: null, details: { missing: "no answer" } };

    const verdicts: z.infer<typeof Answer>[] = [];
    for (const passage of contexts) {
      const material = { query, references, passage };
      verdicts.push(await ask("useful", { material, answer: Answer }));
    }
    return {
      score: averagePrecision(verdicts.map(({ useful }) => useful)),
      details: { against, verdicts },
    };
  }
}

/** Without a reference the answer itself says what was useful. */
function rightAnswers({ references, response }: ScoreInput) {
  const given = references.filter((reference) => !isBlank(reference));
  if (given.length > 0) return { references: given, against: "reference" };
  return { references: [response].filter((text) => !isBlank(text)), against: "response" };
}
