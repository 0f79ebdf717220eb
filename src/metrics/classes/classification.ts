import { z } from "zod";
import { DataError } from "../../core/errors.ts";
import type { ScoreSummary } from "../../core/mean-summary.ts";
import type { MetricField, MetricRow, Score, ScoreInput } from "../../core/metric.ts";
import type { RowSource } from "../../core/row-source.ts";
import {
  type ClassificationDetails,
  ClassificationSummary,
} from "../classification/classification-summary.ts";
import { MatchFormArgs, refuseIdleArgs } from "../match-form-args.ts";
import { SummedMetric } from "../summed-metric.ts";
import { matchForm, matchFormSignature } from "../text/match-form.ts";
import { MetricArgs } from "./args.ts";

const Args = MetricArgs.extend({
  ...MatchFormArgs,
  /** All labels, in the order of the report; without them those that rows expect. */
  labels: z.array(z.string()).min(1).optional(),
  /** How much recall weighs against precision in F-scores. */
  beta: z.number().positive().default(1),
}).superRefine(refuseIdleArgs);
type Args = z.infer<typeof Args>;

/** Takes answers and references for labels, and reports how well the one predicts the other. */
export class Classification extends SummedMetric<Args> {
  static override readonly Args = Args;

  override get fields(): readonly MetricField[] {
    return ["response", "references"];
  }

  override get signature(): string {
    return `${matchFormSignature(this.args)}|beta=${this.args.beta}|v=1`;
  }

  /** @throws {DataError} for a reference that is none of the labels */
  override async prepare(rows: RowSource<MetricRow> | null): Promise<void> {
    if (rows === null || !this.args.labels) return;
    for await (const row of rows.rows()) this.#expected(row);
  }

  /** @throws {DataError} for a reference that is none of the labels */
  override score(input: ScoreInput): Score {
    const picked = this.#label(input.response);
    const expected = this.#expected(input);
    const [first] = expected;
    if (first === undefined) {
      return { scores: { [this.#accuracy]: null }, reason: "there is no reference" };
    }
    const isRight = expected.includes(picked);
    return {
      scores: { [this.#accuracy]: isRight },
      details: { expected: isRight ? picked : first, picked } satisfies ClassificationDetails,
    };
  }

  override summary(): ScoreSummary {
    const { beta, labels } = this.args;
    const distinct = labels && [...new Set(labels.map((label) => this.#label(label)))];
    return new ClassificationSummary({ key: this.#key, beta, labels: distinct });
  }

  get #key(): string {
    return this.args.metric_key ?? "classification";
  }

  get #accuracy(): string {
    return `${this.#key}-accuracy`;
  }

  #label(text: string): string {
    return matchForm(text, this.args);
  }

  #expected({ references, where }: MetricRow): string[] {
    const { labels } = this.args;
    const known = labels && new Set(labels.map((label) => this.#label(label)));
    return references.map((reference) => {
      const label = this.#label(reference);
      if (!known || known.has(label)) return label;
      throw new DataError(`the reference ${JSON.stringify(reference)} is none of the labels`, {
        where,
        fix: `correct the row, or add it to labels: ${JSON.stringify(labels)}`,
      });
    });
  }
}
