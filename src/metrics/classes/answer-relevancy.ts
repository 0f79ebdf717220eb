import { z } from "zod";
import type { SampleContext } from "../../core/eval.ts";
import type { Range } from "../../core/mean-summary.ts";
import type { MetricContext, MetricField, MetricNeed, ScoreInput } from "../../core/metric.ts";
import { mean } from "../../core/statistics.ts";
import { cosine } from "../cosine.ts";
import { type Embedder, embedderOf } from "../embedding/embedder.ts";
import { Flag, Half, Reason } from "../judge/answer-fields.ts";
import { JudgeArgs } from "../judge/judge-args.ts";
import { type Ask, JudgeMetric, type Judgement } from "../judge/judge-metric.ts";
import { judgePrompts } from "../judge/judge-prompts.ts";
import { isBlank } from "../text/is-blank.ts";

const Args = JudgeArgs.extend({
  /**
   * `rubric` rates the answer by three criteria; `ragas` compares the question with questions that
   * the answer would fit, and needs embeddings.
   */
  method: z.enum(["rubric", "ragas"]).default("rubric"),
  /** Questions that are made of an answer, for `ragas`. */
  strictness: z.int().positive().default(3),
});
type Args = z.infer<typeof Args>;

/** How well an answer deals with the question, 0 to 1, whether or not it is true. */
export class AnswerRelevancy extends JudgeMetric<Args> {
  static override readonly Args = Args;
  #embedder: Embedder | undefined;

  /** @throws {ConfigError} when a prompt of the args cannot be used */
  constructor(args: Args, context: MetricContext) {
    const { method, strictness } = args;
    const order = { file: "answer-relevancy", steps: [STEPS[method]], metric: context.name };
    const prompts = judgePrompts(order, args.prompt);
    const n = method === "ragas" ? strictness : 1;
    super(args, context, { key: "answer_relevancy", method, n, ...prompts });
  }

  override get range(): Range {
    return [0, 1];
  }

  override get fields(): readonly MetricField[] {
    return ["query", "response"];
  }

  override get needs(): readonly MetricNeed[] {
    return this.args.method === "ragas" ? ["judge", "embedding"] : ["judge"];
  }

  /** @throws {ConfigError} when nobody judges, or embeds what has to be */
  override async prepare(): Promise<void> {
    await super.prepare();
    if (this.args.method === "ragas") this.#ready();
  }

  protected override async judge(
    input: ScoreInput,
    ask: Ask,
    ctx: SampleContext,
  ): Promise<Judgement> {
    if (isBlank(input.response)) return { score: 0, reason: "the answer is empty" };
    if (this.args.method === "rubric") return judgeRubric(input, ask);

    const { query = "", response } = input;
    const made = await makeQuestions(response, this.args.strictness, ask);
    const questions = made.map(({ question }) => question).filter((text) => !isBlank(text));
    if (questions.length === 0) return { score: null, details: { missing: "no questions", made } };
    if (made.every(({ noncommittal }) => noncommittal === 1)) {
      return { score: 0, reason: "the answer is evasive", details: { made } };
    }
    const [own = [], ...others] = await this.#ready().embed([query, ...questions], ctx);
    const cosines = others.map((other) => cosine(own, other));
    return nearness(cosines, made);
  }

  #ready(): Embedder {
    this.#embedder ??= embedderOf(this.context);
    return this.#embedder;
  }
}

const STEPS = { rubric: "rubric", ragas: "question" } as const;

const Rating = z.object({
  reason: Reason,
  subject: Half,
  asked: Half,
  focus: Half,
  evasive: Flag,
});

async function judgeRubric({ query, response }: ScoreInput, ask: Ask): Promise<Judgement> {
  const rating = await ask("rubric", { material: { query, response }, answer: Rating });
  const { reason, evasive, ...marks } = rating;
  const score = evasive === 1 ? 0 : mean(Object.values(marks));
  return { score, reason, details: { ...marks, evasive } };
}

const Made = z.object({ question: z.string(), noncommittal: Flag });
type Made = z.infer<typeof Made>;

/** At a temperature of 0 all of them would be the same. */
const TEMPERATURE = 0.7;

async function makeQuestions(response: string, count: number, ask: Ask): Promise<Made[]> {
  const made: Made[] = [];
  while (made.length < count) {
    const params = { temperature: TEMPERATURE };
    made.push(await ask("question", { material: { response }, answer: Made, params }));
  }
  return made;
}

function nearness(cosines: readonly (number | null)[], made: readonly Made[]): Judgement {
  const average = mean(cosines.filter((value) => value !== null));
  const details = { cosine: average, cosines, made };
  if (average === null) return { score: null, details: { missing: "no cosine", ...details } };
  return { score: Math.max(0, average), details };
}
