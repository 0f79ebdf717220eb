import { z } from "zod";
import { ConfigError, DataError } from "../../core/errors.ts";
import {
  Metric,
  type MetricContext,
  type MetricField,
  type MetricRow,
  type Score,
  type ScoreInput,
} from "../../core/metric.ts";
import type { RowSource } from "../../core/row-source.ts";
import { compilePattern, type Pattern } from "../query/pattern.ts";
import { MetricArgs } from "./args.ts";

const Args = MetricArgs.extend({
  /** Pattern of Python's `re`, looked for anywhere; without it each reference is one. */
  pattern: z.string().optional(),
  /** Whether patterns may be searched with a time limit, or must be in linear time. */
  regex_engine: z.enum(["auto", "linear"]).default("auto"),
});
type Args = z.infer<typeof Args>;

/** Whether a pattern is found in the answer: that of the args, or any of the references. */
export class RegexMatch extends Metric<Args> {
  static override readonly Args = Args;
  readonly #pattern: Pattern | undefined;

  /** @throws {ConfigError} for a pattern that cannot be used */
  constructor(args: Args, context: MetricContext) {
    super(args, context);
    this.#pattern = args.pattern === undefined ? undefined : this.#compile(args.pattern);
  }

  override get fields(): readonly MetricField[] {
    return this.#pattern ? ["response"] : ["response", "references"];
  }

  override get signature(): string {
    const { pattern, regex_engine: engine } = this.args;
    return `pattern=${pattern === undefined ? "reference" : JSON.stringify(pattern)}|engine=${engine}|v=1`;
  }

  /** @throws {DataError} for a reference that is no pattern */
  override async prepare(rows: RowSource<MetricRow> | null): Promise<void> {
    if (rows === null || this.#pattern) return;
    for await (const row of rows.rows()) this.#patterns(row);
  }

  /** @throws {DataError} for a reference that is no pattern, and a search that takes too long */
  override score(input: ScoreInput): Score {
    const patterns = this.#pattern ? [this.#pattern] : this.#patterns(input);
    const key = this.args.metric_key ?? "regex_match";
    if (patterns.length === 0) return { scores: { [key]: null }, reason: "there is no pattern" };
    return { scores: { [key]: patterns.some((pattern) => pattern.test(input.response)) } };
  }

  #patterns({ references, where }: MetricRow): Pattern[] {
    return references.map((reference) => {
      try {
        return this.#compile(reference);
      } catch (cause) {
        if (!(cause instanceof ConfigError)) throw cause;
        throw new DataError(`the reference is no pattern: ${cause.message}`, {
          where,
          fix: cause.fix,
          cause,
        });
      }
    });
  }

  #compile(source: string): Pattern {
    const { regex_engine: engine } = this.args;
    return compilePattern(source, { engine, warn: (message) => this.context.warn(message) });
  }
}
