import { DataError } from "../core/errors.ts";
import type { Range } from "../core/mean-summary.ts";
import {
  Metric,
  type MetricField,
  type MetricRow,
  type Score,
  type ScoreInput,
} from "../core/metric.ts";
import type { RowSource } from "../core/row-source.ts";
import { best } from "./best-reference.ts";
import type { MetricArgs } from "./classes/args.ts";
import { isBlank } from "./text/is-blank.ts";

/**
 * Compares the value that an answer says with those that its references say, and takes the one that
 * is best. An answer that says none is as bad as can be; blank references are none.
 */
export abstract class ValueMetric<TArgs extends MetricArgs, Value> extends Metric<TArgs> {
  override get fields(): readonly MetricField[] {
    return ["response", "references"];
  }

  override get range(): Range {
    return [0, 1];
  }

  /** @throws {DataError} for a reference that says no value */
  override async prepare(rows: RowSource<MetricRow> | null): Promise<void> {
    if (rows === null) return;
    for await (const row of rows.rows()) this.#references(row);
  }

  /** @throws {DataError} for a reference that says no value */
  override score(input: ScoreInput): Score {
    const key = this.args.metric_key ?? this.key;
    const references = this.#references(input);
    if (references.length === 0) {
      return { scores: { [key]: null }, reason: "the reference is empty" };
    }
    const value = this.read(input.response);
    if (value === undefined) {
      return { scores: { [key]: this.worst }, reason: `the answer is not ${this.kind}` };
    }
    return { scores: { [key]: best(references.map((each) => this.compare(value, each))) } };
  }

  /** What the score is called where args do not say it. */
  protected abstract get key(): string;

  /** What a text must be, for messages, such as "JSON". */
  protected abstract get kind(): string;

  /** Score of an answer that says no value. */
  protected abstract get worst(): number | boolean;

  /** The value of an answer; undefined when it says none. */
  protected abstract read(text: string): Value | undefined;

  /** The value of a reference; as that of an answer, unless a class says otherwise. */
  protected readReference(text: string): Value | undefined {
    return this.read(text);
  }

  /** Score beside one reference. */
  protected abstract compare(value: Value, reference: Value): number | boolean;

  #references({ references, where }: MetricRow): Value[] {
    return references.flatMap((text) => {
      if (isBlank(text)) return [];
      const value = this.readReference(text);
      if (value !== undefined) return [value];
      throw new DataError(`the reference ${JSON.stringify(shortened(text))} is not ${this.kind}`, {
        where,
        fix: `"${this.context.name}" compares values; correct the row, or compare texts by levenshtein or exact-match`,
      });
    });
  }
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
