import { z } from "zod";
import type { Range } from "../../core/mean-summary.ts";
import type { MetricContext, MetricField, ScoreInput } from "../../core/metric.ts";
import { mean } from "../../core/statistics.ts";
import { eachOf, Flag, ItemNumber, Reason, scale } from "../judge/answer-fields.ts";
import { JudgeArgs } from "../judge/judge-args.ts";
import { type Ask, JudgeMetric, type Judgement } from "../judge/judge-metric.ts";
import { judgePrompts } from "../judge/judge-prompts.ts";
import { isBlank } from "../text/is-blank.ts";

const Args = JudgeArgs.extend({
  /**
   * `statements` splits the answer and judges each statement; `binary` asks once for all of it, and
   * `scale` once for not, partly or fully supported.
   */
  method: z.enum(["statements", "binary", "scale"]).default("statements"),
});
type Args = z.infer<typeof Args>;

/** How far the passages prove what an answer says, 0 to 1: the share of its statements. */
export class AnswerFaithfulness extends JudgeMetric<Args> {
  static override readonly Args = Args;

  /** @throws {ConfigError} when a prompt of the args cannot be used */
  constructor(args: Args, context: MetricContext) {
    const order = { file: "answer-faithfulness", steps: STEPS[args.method], metric: context.name };
    const prompts = judgePrompts(order, args.prompt);
    super(args, context, { key: "answer_faithfulness", method: args.method, ...prompts });
  }

  override get range(): Range {
    return [0, 1];
  }

  override get fields(): readonly MetricField[] {
    return ["response", "contexts"];
  }

  protected override async judge(input: ScoreInput, ask: Ask): Promise<Judgement> {
    const { response, contexts = [] } = input;
    if (isBlank(response)) return { score: null, details: { missing: "empty response" } };
    if (contexts.every(isBlank)) return { score: 0, reason: "there are no contexts" };
    if (this.args.method === "statements") return judgeStatements(input, ask);
    return judgeWhole(input, this.args.method, ask);
  }
}

const STEPS = {
  statements: ["split", "verdicts"],
  binary: ["binary"],
  scale: ["scale"],
} as const;

const Statements = z.object({ statements: z.array(z.string()) });
const Verdict = z.object({ n: ItemNumber, reason: Reason, supported: Flag });

async function judgeStatements(
  { query, response, contexts }: ScoreInput,
  ask: Ask,
): Promise<Judgement> {
  const split = await ask("split", { material: { query, response }, answer: Statements });
  const statements = split.statements.filter((statement) => !isBlank(statement));
  if (statements.length === 0) return { score: null, details: { missing: "no statements" } };

  const verdicts: z.infer<typeof Verdict>[] = [];
  for (const batch of batches(statements)) {
    const answer = z.object({ verdicts: eachOf(Verdict, batch.length) });
    const judged = await ask("verdicts", { material: { contexts, statements: batch }, answer });
    verdicts.push(...judged.verdicts);
  }
  const judged = verdicts.map(({ supported, reason }, index) => {
    return { statement: statements[index], supported, reason };
  });
  return {
    score: mean(verdicts.map(({ supported }) => supported)),
    reason: verdicts.find(({ supported }) => supported === 0)?.reason,
    details: { statements: judged },
  };
}

const LARGEST_BATCH = 40;
const SPLIT_BATCH = 20;

/** A judge loses count of long lists. */
function batches(statements: readonly string[]): string[][] {
  const size = statements.length > LARGEST_BATCH ? SPLIT_BATCH : LARGEST_BATCH;
  const count = Math.ceil(statements.length / size);
  return Array.from({ length: count }, (_, index) =>
    statements.slice(index * size, (index + 1) * size),
  );
}

const WHOLE = {
  binary: { answer: z.object({ reason: Reason, supported: Flag }), highest: 1 },
  scale: { answer: z.object({ reason: Reason, supported: scale(0, 2) }), highest: 2 },
} as const;

async function judgeWhole(
  { query, response, contexts }: ScoreInput,
  method: keyof typeof WHOLE,
  ask: Ask,
): Promise<Judgement> {
  const { answer, highest } = WHOLE[method];
  const material = { query, response, contexts };
  const { supported, reason } = await ask<{ supported: number; reason: string }>(method, {
    material,
    answer,
  });
  return { score: supported / highest, reason };
}
