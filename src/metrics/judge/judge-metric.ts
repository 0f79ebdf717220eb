import type { ZodType } from "zod";
import type { CompletionParams } from "../../core/completion.ts";
import { ConfigError } from "../../core/errors.ts";
import type { SampleContext } from "../../core/eval.ts";
import type { ScoreSummary } from "../../core/mean-summary.ts";
import {
  Metric,
  type MetricContext,
  type MetricNeed,
  type Score,
  type ScoreInput,
} from "../../core/metric.ts";
import type { PromptTemplate } from "../../core/prompt-template.ts";
import { Judge } from "./judge.ts";
import type { JudgeArgs } from "./judge-args.ts";
import { type Material, promptValues } from "./material.ts";
import { CUT_SHORT, UNREADABLE, UnreadableSummary } from "./unreadable-summary.ts";
import { type Unread, UnreadableVerdict } from "./unreadable-verdict.ts";

/** What a judge decided on an answer. */
export interface Judgement {
  /** The main score; null where there is none. */
  readonly score: number | null;
  /** Further scores, by what is put behind the main one's key. */
  readonly further?: Readonly<Record<string, number | null>> | undefined;
  readonly reason?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** One question to the judge. */
export interface Question<T> {
  readonly material: Material;
  readonly answer: ZodType<T>;
  /** Over the temperature of 0. */
  readonly params?: CompletionParams;
}

/** Asks the judge what one step of a metric asks. */
export type Ask = <T>(step: string, question: Question<T>) => Promise<T>;

/** What a class of judges is made of. */
export interface JudgePlan {
  /** Of the main score. */
  readonly key: string;
  /** What further scores are called, put behind that key. */
  readonly further?: readonly string[];
  /** How the score comes about, such as `statements`. */
  readonly method: string;
  /** Answers of the judge that one score takes. @default 1 */
  readonly n?: number;
  /** What else the numbers depend on, such as `beta=2`. */
  readonly options?: readonly string[];
  readonly version: string;
  readonly steps: ReadonlyMap<string, PromptTemplate>;
}

/** A metric that asks a judge; a class of this kind says what is asked, and what is made of it. */
export abstract class JudgeMetric<TArgs extends JudgeArgs = JudgeArgs> extends Metric<TArgs> {
  protected readonly plan: JudgePlan;
  #judge: Judge | undefined;

  constructor(args: TArgs, context: MetricContext, plan: JudgePlan) {
    super(args, context);
    this.plan = plan;
  }

  override get needs(): readonly MetricNeed[] {
    return ["judge"];
  }

  override get signature(): string {
    const { method, version, n = 1, options = [] } = this.plan;
    const { judgeName, judge, embedding } = this.context;
    const parts = [`prompt=${version}`, `judge=${judgeName ?? judge?.target ?? "none"}`, `n=${n}`];
    const near = this.needs.includes("embedding")
      ? [`embedding=${embedding?.target ?? "none"}`]
      : [];
    return [`method=${method}`, ...parts, ...options, ...near].join("|");
  }

  /** @throws {ConfigError} when nobody judges */
  override async prepare(): Promise<void> {
    this.#ready();
  }

  override async score(input: ScoreInput, ctx: SampleContext): Promise<Score> {
    try {
      const ask: Ask = (step, question) => this.#ask(step, question, ctx);
      return this.#scoreOf(await this.judge(input, ask, ctx));
    } catch (error) {
      if (error instanceof UnreadableVerdict) return this.#unread(error.unread);
      throw error;
    }
  }

  override summary(): ScoreSummary {
    return new UnreadableSummary(super.summary(), this.context);
  }

  /** Judges one answer. */
  protected abstract judge(input: ScoreInput, ask: Ask, ctx: SampleContext): Promise<Judgement>;

  #ask<T>(step: string, { material, answer, params }: Question<T>, ctx: SampleContext): Promise<T> {
    const prompt = this.plan.steps.get(step) as PromptTemplate; // a class asks only its own steps
    const messages = prompt.fill(promptValues(material));
    const options = { temperature: 0, ...params, ...this.args.sampling_params };
    return this.#ready().ask({ step, messages, answer, params: options }, ctx);
  }

  #ready(): Judge {
    const { name, judge: fn, judgeRetries, where } = this.context;
    if (!fn) {
      throw new ConfigError(`"${name}" needs a judge, and nobody is named`, {
        where: where?.([]),
        fix: "name one with --judge NAME, or in the args of the eval: judge: NAME",
      });
    }
    this.#judge ??= new Judge(fn, judgeRetries);
    return this.#judge;
  }

  #scoreOf({ score, further = {}, reason, details }: Judgement): Score {
    const key = this.args.metric_key ?? this.plan.key;
    const others = Object.entries(further).map(([ending, value]) => [`${key}${ending}`, value]);
    return { scores: { [key]: score, ...Object.fromEntries(others) }, reason, details };
  }

  #unread({ isCutShort, ...unread }: Unread): Score {
    const { further: endings = [] } = this.plan;
    const missing = isCutShort ? CUT_SHORT : UNREADABLE;
    const further = Object.fromEntries(endings.map((ending) => [ending, null]));
    const reason = `${missing}: ${unread.complaint}`;
    return this.#scoreOf({ score: null, further, reason, details: { missing, ...unread } });
  }
}
