import { z } from "zod";
import { DataError } from "../core/errors.ts";
import {
  Metric,
  type MetricField,
  type MetricRow,
  type Score,
  type ScoreInput,
} from "../core/metric.ts";
import { MetricArgs } from "./classes/args.ts";
import type { ContextPair } from "./context-overlap.ts";
import { parseJson } from "./parse-json.ts";

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

  override get fields(): readonly MetricField[] {
    return [];
  }

  override get signature(): string {
    return "ids=text|v=1";
  }

  /** @throws {DataError} when the row lacks a field, or it holds no ids */
  override score(input: ScoreInput): Score {
    const { metric_key: key = this.key, retrieved_field, reference_field } = this.args;
    const retrieved = readIds(input, retrieved_field);
    const reference = readIds(input, reference_field);
    return { scores: { [key]: this.compare({ retrieved, reference }) } };
  }

  /** What the score is called where args do not say it. */
  protected abstract get key(): string;

  protected abstract compare(ids: ContextPair): number | null;
}

const Id = z.union([z.string(), z.number(), z.bigint()]).transform(String);
const Ids = z.union([z.array(Id), Id.transform((id) => [id])]);

/** A list of ids or a single one; JSON text of a list is that list. */
function readIds({ extra_info, where }: MetricRow, field: string): string[] {
  if (!Object.hasOwn(extra_info, field)) {
    throw new DataError(`the row has no "${field}", which should list ids of passages`, {
      where,
      fix: "add it, or name another field by retrieved_field and reference_field in the metric's args",
    });
  }
  const value = extra_info[field];
  const isList = typeof value === "string" && value.trimStart().startsWith("[");
  const ids = Ids.safeParse(isList ? (parseJson(value) ?? value) : value);
  if (ids.success) return ids.data;
  throw new DataError(`"${field}" is ${JSON.stringify(value)}, which is no list of ids`, {
    where,
    fix: 'write a list of texts or numbers, such as ["doc-1", "doc-7"]',
  });
}
