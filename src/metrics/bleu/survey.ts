import type { MetricRow } from "../../core/metric.ts";
import type { RowSource } from "../../core/row-source.ts";
import { tokenizerFor } from "../text/tokenizers.ts";

/** What all rows tell of their references before one is scored. */
export interface ReferenceSurvey {
  /** References of each row. */
  readonly references: number | "var";
  /** Whether some rows have a Han character in a reference, and whether some have none. */
  readonly tokenizers: ReadonlySet<"zh" | "13a">;
}

/** Reads all rows once; there is nothing to tell of none. */
export async function surveyReferences(
  rows: RowSource<MetricRow>,
): Promise<ReferenceSurvey | undefined> {
  const counts = new Set<number>();
  const tokenizers = new Set<"zh" | "13a">();
  for await (const { references } of rows.rows()) {
    counts.add(references.length);
    tokenizers.add(tokenizerFor(references));
  }
  const [count] = counts;
  if (count === undefined) return undefined;
  return { references: counts.size === 1 ? count : "var", tokenizers };
}
