import { DataError } from "../../core/errors.ts";
import type { Metric, MetricField, MetricRow } from "../../core/metric.ts";

/**
 * Looks whether a row has what metrics cannot do without.
 *
 * @param route whose metrics they are, for the message
 * @throws {DataError} when it has not
 */
export function refuseLackingRow(
  row: MetricRow & { readonly response?: string | undefined },
  metrics: readonly Metric[],
  route: string,
): void {
  for (const metric of metrics) {
    const lacking = metric.fields.find((field) => !hasField(row, field));
    if (lacking === undefined) continue;
    const name = lacking === "references" ? "reference" : lacking;
    throw new DataError(
      `route "${route}": the row has no ${name}, which the metric "${metric.context.name}" needs`,
      {
        where: row.where,
        fix: `add it to the row, or a where that keeps the row out of the route`,
      },
    );
  }
}

/** The answer comes later than the row. */
function hasField(row: MetricRow & { readonly response?: string | undefined }, field: MetricField) {
  if (field === "references") return row.references.length > 0;
  return field === "response" || row[field] !== undefined;
}
