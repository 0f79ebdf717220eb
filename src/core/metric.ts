import type { ZodType } from "zod";
import type { CompletionFn, CompletionResult, EmbeddingFn } from "./completion.ts";
import type { SampleContext } from "./eval.ts";
import { MeanSummary, type Range, type ScoreSummary } from "./mean-summary.ts";
import type { RegistryView } from "./registry-view.ts";
import type { Report } from "./report.ts";
import type { RowSource } from "./row-source.ts";

/** What a data row says about an answer, before there is one. */
export interface MetricRow {
  /** What was asked. */
  readonly query?: string | undefined;
  /** Right answers; empty when the row has none. */
  readonly references: readonly string[];
  /** Passages that the answer had at hand, in the order of the retrieval. */
  readonly contexts?: readonly string[] | undefined;
  /** Passages that it should have had. */
  readonly reference_contexts?: readonly string[] | undefined;
  /** Every field of the row, what templates made of them, `messages` and `tools`. */
  readonly extra_info: Readonly<Record<string, unknown>>;
  /** Where the row stands, as `file:line`, for messages. */
  readonly where: string;
}

/** An answer with the row that it belongs to. */
export interface ScoreInput extends MetricRow {
  readonly response: string;
  /** The answer as its completion function gave it; absent where it comes from a row or a log. */
  readonly answer?: CompletionResult | undefined;
}

/** A field of a row or answer that a metric may need. */
export type MetricField = "query" | "response" | "references" | "contexts" | "reference_contexts";

/** What a metric says of one answer. */
export interface Score {
  /** By key; null is "not defined here" and never 0. */
  readonly scores: Readonly<Record<string, number | boolean | null>>;
  /** Why, in words. */
  readonly reason?: string | undefined;
  /** Plain JSON: how the scores came about. The log has it, and the summary gets it back. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** Whom metrics ask; all metrics of an eval have the same. */
export interface MetricTools {
  /** Who judges; absent when nobody was named. */
  readonly judge?: CompletionFn | undefined;
  readonly judgeName?: string | undefined;
  /** How often a judge is asked again when its verdict cannot be read. */
  readonly judgeRetries: number;
  /** Who turns texts into vectors; absent when nobody was named. */
  readonly embedding?: EmbeddingFn | undefined;
  /** Tells the user something once, before the run. */
  warn(message: string): void;
}

/** What a metric is given when it is made, beside its `args`. */
export interface MetricContext extends MetricTools {
  /** As YAML names it; of a class the name alone. */
  readonly name: string;
  readonly registry: RegistryView;
  /**
   * Makes a metric that this one holds, with the same judge and embedding.
   *
   * @throws {ConfigError} when it cannot be made
   */
  metric(asked: AskedMetric): Promise<Metric>;
  /** Where an argument stands, as `file:line`, by its path within the args; for messages. */
  where?(path: readonly PropertyKey[]): string;
}

/** A metric within YAML: a class and its args. */
export interface MetricSpec {
  readonly class: string;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
}

/** A metric as YAML names it: a name, a class with its args, or in short `{rouge: {…}}`. */
export type AskedMetric = string | MetricSpec | Readonly<Record<string, unknown>>;

/** What a metric cannot do without. */
export type MetricNeed = "judge" | "embedding";

/**
 * Scores answers. A class of one's own has `score`; `fields` and `Args` tell what rows and YAML
 * must have, `summarize` makes the report where means are not the right one.
 *
 * @typeParam TArgs the metric's `args` in YAML
 */
export abstract class Metric<TArgs extends object = object> {
  /** Schema of the `args`. */
  static readonly Args: ZodType | undefined;

  readonly args: TArgs;
  readonly context: MetricContext;

  constructor(args: TArgs, context: MetricContext) {
    this.args = args;
    this.context = context;
  }

  /** Fields without which it cannot score; rows that lack one are refused before a call is paid. */
  get fields(): readonly MetricField[] {
    return ["response"];
  }

  /** Whether it needs a judge or embeddings. */
  get needs(): readonly MetricNeed[] {
    return [];
  }

  /** The least and largest score of all its keys; intervals are cut there. @default no limits */
  get range(): Range | undefined {
    return undefined;
  }

  /** Which definition makes the numbers, such as `tok=13a|smooth=exp|v=1`. */
  get signature(): string | undefined {
    return undefined;
  }

  /**
   * Runs once before the first sample: what args and rows can tell to be wrong is found here.
   *
   * @param rows all rows; null when they come as a stream
   * @throws {ConfigError} or {DataError}
   */
  async prepare(_rows: RowSource<MetricRow> | null): Promise<void> {}

  /**
   * Scores one answer; remembers no other.
   *
   * @throws {CompletionError} when a judge gives no answer; the score is then missing
   */
  abstract score(input: ScoreInput, ctx: SampleContext): Score | Promise<Score>;

  /** Figures over all scores; by default the mean of each key over what is not null. */
  summarize(scores: Iterable<Score>): Report {
    const summary = new MeanSummary(this.range);
    for (const score of scores) summary.add(score);
    return summary.report();
  }

  /**
   * Takes the scores one by one, so that none has to be kept. A class that has its own `summarize`
   * gets them there all at once.
   */
  summary(): ScoreSummary {
    if (this.summarize === Metric.prototype.summarize) return new MeanSummary(this.range);
    const scores: Score[] = [];
    return { add: (score) => scores.push(score), report: () => this.summarize(scores) };
  }
}
