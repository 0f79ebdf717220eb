import { z } from "zod";
import { ConfigError, DataError } from "../../core/errors.ts";
import type { Range } from "../../core/mean-summary.ts";
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
    const { pattern, regex_engine: engine } = args;
    if (pattern === undefined) return;
    this.#pattern = compilePattern(pattern, { engine, warn: (text) => context.warn(text) });
  }

  override get range(): Range {
    return [0, 1];
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
    const seen = new Set<string>();
    const warn = (message: string) => this.context.warn(message);
    for await (const { references, where } of rows.rows()) {
      for (const source of references.filter((reference) => !seen.has(reference))) {
        seen.add(source);
        this.#ofReference(source, { where, warn });
      }
    }
  }

  /** @throws {DataError} for a reference that is no pattern, and a search that takes too long */
  override score({ references, response, where }: ScoreInput): Score {
    const sources = references.filter((reference) => reference !== "");
    const patterns = this.#pattern
      ? [this.#pattern]
      : sources.map((source) => this.#ofReference(source, { where }));
    const key = this.args.metric_key ?? "regex_match";
    if (patterns.length === 0) return { scores: { [key]: null }, reason: "there is no pattern" };
    return { scores: { [key]: patterns.some((pattern) => pattern.test(response)) } };
  }

  #ofReference(source: string, { where, warn }: Place): Pattern {
    try {
      return compilePattern(source, { engine: this.args.regex_engine, warn });
    } catch (cause) {
      if (!(cause instanceof ConfigError)) throw cause;
      const { message, fix } = cause;
      throw new DataError(`the reference is no pattern: ${message}`, { where, fix, cause });
    }
  }
}

interface Place {
  readonly where: string;
  /** Told of slow patterns, once before the run. */
  readonly warn?: ((message: string) => void) | undefined;
}
