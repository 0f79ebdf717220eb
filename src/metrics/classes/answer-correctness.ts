import { z } from "zod";
import type { SampleContext } from "../../core/eval.ts";
import type { Range } from "../../core/mean-summary.ts";
import type { MetricContext, MetricField, MetricNeed, ScoreInput } from "../../core/metric.ts";
import { type Embedder, embedderOf } from "../embedding/embedder.ts";
import { type Similarity, similarity } from "../embedding/similarity.ts";
import { Reason, steps } from "../judge/answer-fields.ts";
import { JudgeArgs } from "../judge/judge-args.ts";
import { type Ask, JudgeMetric, type Judgement } from "../judge/judge-metric.ts";
import { judgePrompts } from "../judge/judge-prompts.ts";
import { compareStatements } from "../judge/statement-comparison.ts";
import { isBlank } from "../text/is-blank.ts";

const Args = JudgeArgs.extend({
  /** `rubric` asks for a mark; `statements` compares the statements of answer and reference. */
  method: z.enum(["rubric", "statements"]).default("rubric"),
  /** Above 1, what is missing weighs more than what is wrong, for `statements`. */
  beta: z.number().positive().default(1),
  /** The share of embedding similarity in `statements`, 0 to 1; RAGAS has 0.25. */
  similarity_weight: z.number().min(0).max(1).default(0),
});
type Args = z.infer<typeof Args>;

/** How right and complete an answer is, 1 to 5. */
export class AnswerCorrectness extends JudgeMetric<Args> {
  static override readonly Args = Args;
  #embedder: Embedder | undefined;

  /** @throws {ConfigError} when a prompt of the args cannot be used */
  constructor(args: Args, context: MetricContext) {
    const order = { file: "answer-correctness", steps: STEPS[args.method], metric: context.name };
    super(args, context, {
      key: "answer_correctness",
      further: args.method === "statements" ? [F1] : [],
      method: args.method,
      options: args.method === "statements" ? optionsOf(args) : [],
      ...judgePrompts(order, args.prompt),
    });
  }

  override get fields(): readonly MetricField[] {
    return this.args.method === "rubric" ? ["query", "response"] : ["response", "references"];
  }

  /** `statements` gives a second score of another scale. */
  override get range(): Range | undefined {
    return this.args.method === "rubric" ? [1, 5] : undefined;
  }

  override get needs(): readonly MetricNeed[] {
    return this.#blends ? ["judge", "embedding"] : ["judge"];
  }

  /** @throws {ConfigError} when nobody judges, or embeds what has to be */
  override async prepare(): Promise<void> {
    await super.prepare();
    if (this.#blends) this.#ready();
  }

  protected override async judge(
    input: ScoreInput,
    ask: Ask,
    ctx: SampleContext,
  ): Promise<Judgement> {
    if (this.args.method === "rubric") return judgeRubric(input, ask);
    if (isBlank(input.response)) return fromUnit(0, { reason: EMPTY });
    if (input.references.every(isBlank)) return fromUnit(null, { missing: "no reference" });

    const { f1, ...details } = await compareStatements(input, ask, this.args.beta);
    if (!this.#blends) return fromUnit(f1, details);
    const near = await similarity(input, this.#ready(), ctx);
    return blended(f1, near, { weight: this.args.similarity_weight, details });
  }

  get #blends(): boolean {
    return this.args.method === "statements" && this.args.similarity_weight > 0;
  }

  #ready(): Embedder {
    this.#embedder ??= embedderOf(this.context);
    return this.#embedder;
  }
}

const STEPS = { rubric: ["rubric"], statements: ["split", "compare"] } as const;
const F1 = "_f1";
const EMPTY = "the answer is empty";

function optionsOf({ beta, similarity_weight }: Args): string[] {
  return [
    ...(beta === 1 ? [] : [`beta=${beta}`]),
    ...(similarity_weight === 0 ? [] : [`similarity=${similarity_weight}`]),
  ];
}

const Rating = z.object({ reason: Reason, score: steps(1, 5, 0.5) });

async function judgeRubric(
  { query, response, references }: ScoreInput,
  ask: Ask,
): Promise<Judgement> {
  const given = references.filter((reference) => !isBlank(reference));
  const details = given.length === 0 ? { reference: "none" } : undefined;
  if (isBlank(response)) return { score: 1, reason: EMPTY, details };
  const material = { query, references: given, response };
  return { ...(await ask("rubric", { material, answer: Rating })), details };
}

type Details = Readonly<Record<string, unknown>>;

/** A value of 0 to 1, and the same on the scale of 1 to 5. */
function fromUnit(value: number | null, details: Details): Judgement {
  return { score: value === null ? null : 1 + 4 * value, further: { [F1]: value }, details };
}

function blended(
  f1: number,
  near: Similarity,
  { weight, details }: { readonly weight: number; readonly details: Details },
): Judgement {
  const all = { ...details, f1, similarity: near.score, ...near.details };
  if (near.score === null) return fromUnit(null, all);
  return fromUnit((1 - weight) * f1 + weight * near.score, all);
}
