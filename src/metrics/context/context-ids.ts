import { z } from "zod";
import { DataError } from "../../core/errors.ts";
import type { Range } from "../../core/mean-summary.ts";
import {
  Metric,
  type MetricField,
  type MetricRow,
  type Score,
  type ScoreInput,
} from "../../core/metric.ts";
import type { RowSource } from "../../core/row-source.ts";
import { MetricArgs } from "../classes/args.ts";
import { parseJson } from "../parse-json.ts";
import type { ContextPair } from "./context-overlap.ts";

/** Args of metrics that compare ids of passages. */
export const ContextIdArgs = MetricArgs.extend({
  /** Field of the row that has the ids of what was retrieved. */
  retrieved_field: z.string().min(1).default("retrieved_context_ids"),
  /** Field of the row that has the ids of what should have been. */
  reference_field: z.string().min(1).default("reference_context_ids"),
});
/** See the schema of the same name. */
export type ContextIdArgs = z.infer<typeof ContextIdArgs>;

/** Compares ids of passages, which are two fields of the row. */
export abstract class ContextIdMetric extends Metric<ContextIdArgs> {
  static override readonly Args = ContextIdArgs;

  override get range(): Range {
    return [0, 1];
  }

  override get fields(): readonly MetricField[] {
    return [];
  }

  override get signature(): string {
    return "ids=text|v=1";
  }

  /** @throws {DataError} when a row lacks one of the fields, or has no ids there */
  override async prepare(rows: RowSource<MetricRow> | null): Promise<void> {
    if (rows === null) return;
    for await (const row of rows.rows()) this.#ids(row);
  }

  /** @throws {DataError} when the row lacks one of the fields, or has no ids there */
  override score(input: ScoreInput): Score {
    return { scores: { [this.args.metric_key ?? this.key]: this.compare(this.#ids(input)) } };
  }

  /** What the score is called where args do not say it. */
  protected abstract get key(): string;

  protected abstract compare(ids: ContextPair): number | null;

  #ids({ extra_info, where }: MetricRow): ContextPair {
    const { retrieved_field, reference_field } = this.args;
    const read = (name: "retrieved_field" | "reference_field", field: string) => {
      if (Object.hasOwn(extra_info, field)) return readIds(extra_info[field], { field, where });
      throw new DataError(`the row has no "${field}", which "${this.context.name}" needs`, {
        where,
        fix: `add it with a list of ids, or name another field in the metric's args: ${name}`,
      });
    };
    return {
      retrieved: read("retrieved_field", retrieved_field),
      reference: read("reference_field", reference_field),
    };
  }
}

const Id = z.union([z.string(), z.number(), z.bigint()]).transform(String);
const Ids = z.union([z.array(Id), Id.transform((id) => [id])]);

interface Place {
  readonly field: string;
  readonly where: string;
}

/** A list of ids or a single one; JSON text of a list is that list. */
function readIds(value: unknown, { field, where }: Place): string[] {
  const isList = typeof value === "string" && value.trimStart().startsWith("[");
  const ids = Ids.safeParse(isList ? (parseJson(value) ?? value) : value);
  if (ids.success) return ids.data;
  throw new DataError(`"${field}" is ${JSON.stringify(value)}, which is no list of ids`, {
    where,
    fix: 'write a list of texts or numbers, such as ["doc-1", "doc-7"]',
  });
}
