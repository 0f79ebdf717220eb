import { z } from "zod";
import { ConfigError } from "../../core/errors.ts";
import type { Range } from "../../core/mean-summary.ts";
import type { MetricContext, MetricField, ScoreInput } from "../../core/metric.ts";
import { type PromptTemplate, PromptText, parsePrompt } from "../../core/prompt-template.ts";
import { Reason, steps } from "../judge/answer-fields.ts";
import { JudgeArgs } from "../judge/judge-args.ts";
import { type Ask, JudgeMetric, type Judgement } from "../judge/judge-metric.ts";
import { hashOf } from "../judge/judge-prompts.ts";
import { BOUNDARY } from "../judge/material.ts";
import { isBlank } from "../text/is-blank.ts";

const Args = JudgeArgs.extend({
  /** What is judged, and what each mark means; it asks for an object with `reason` and `score`. */
  prompt: PromptText,
  /** Version of the prompt, for the signature. @default its hash */
  version: z.int().positive().optional(),
  /** Lowest and highest mark. */
  scale: z.tuple([z.number(), z.number()]).default([1, 5]),
  /** From one mark to the next. */
  step: z.number().positive().default(1),
}).refine(({ scale: [low, high], step }) => low < high && (high - low) / step <= MOST_STEPS, {
  message: "expected a lower mark, a higher one, and at most 1000 steps between them",
  path: ["scale"],
});
type Args = z.infer<typeof Args>;

/** A mark by a rubric: all that it is about stands in its prompt. */
export class RubricJudge extends JudgeMetric<Args> {
  static override readonly Args = Args;
  readonly #names: readonly string[];

  /** @throws {ConfigError} when the prompt cannot be read, or names what no answer has */
  constructor(args: Args, context: MetricContext) {
    const template = parsePrompt(args.prompt, `prompt of "${context.name}"`);
    refuseUnknown(template, context.name);
    super(args, context, {
      key: context.name,
      method: "rubric",
      options: optionsOf(args),
      version: args.version === undefined ? `own:${hashOf(args.prompt)}` : String(args.version),
      steps: new Map([["rubric", template]]),
    });
    this.#names = template.names;
  }

  override get range(): Range {
    return this.args.scale;
  }

  override get fields(): readonly MetricField[] {
    return FIELDS.filter((field) => this.#names.includes(field));
  }

  protected override async judge(input: ScoreInput, ask: Ask): Promise<Judgement> {
    const { scale, step } = this.args;
    const [low, high] = scale;
    const empty = this.fields.find((field) => DECISIVE.has(field) && isEmpty(input[field]));
    if (empty !== undefined) return { score: low, reason: `nothing to judge: empty ${empty}` };
    const material = Object.fromEntries(this.fields.map((field) => [field, input[field]]));
    const answer = z.object({ reason: Reason, score: steps(low, high, step) });
    return ask("rubric", { material, answer });
  }
}

function optionsOf({ scale: [low, high], step }: Args): string[] {
  return low === 1 && high === 5 && step === 1 ? [] : [`scale=${low}-${high}`, `step=${step}`];
}

const MOST_STEPS = 1000;
const FIELDS = ["query", "response", "references", "contexts", "reference_contexts"] as const;

/** Without these there is nothing that could deserve a mark. */
const DECISIVE: ReadonlySet<MetricField> = new Set(["response", "contexts"]);

function isEmpty(value: string | readonly string[] | undefined): boolean {
  return [value ?? []].flat().every(isBlank);
}

function refuseUnknown({ names }: PromptTemplate, metric: string): void {
  const known: readonly string[] = [...FIELDS, BOUNDARY];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new ConfigError(`the prompt of "${metric}" names {${unknown}}, which no answer has`, {
    fix: `it may name ${known.map((name) => `{${name}}`).join(", ")}; write braces that are meant as they are twice`,
  });
}
