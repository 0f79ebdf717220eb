import { DataError } from "../../core/errors.ts";
import type { MetricField, MetricRow } from "../../core/metric.ts";
import { ALIASES, type FieldName } from "./field-names.ts";
import type { NamedMetric } from "./score-all.ts";

/** A field without which a metric cannot score, and that metric. */
export interface RequiredField {
  readonly field: MetricField;
  readonly metric: string;
}

/** Each field that metrics cannot do without, once. */
export function requiredFields(metrics: readonly NamedMetric[]): readonly RequiredField[] {
  const byField = new Map<MetricField, string>();
  for (const { name, metric } of metrics) {
    for (const field of metric.fields) if (!byField.has(field)) byField.set(field, name);
  }
  return [...byField].map(([field, metric]) => ({ field, metric }));
}

/**
 * Looks whether an answer or row has what metrics need; empty text is there, and so is an empty list
 * of passages.
 *
 * @throws {DataError} when a field is not there
 */
export function refuseLacking(
  row: MetricRow & { readonly response?: string | undefined },
  required: readonly RequiredField[],
): void {
  const lacking = required.find(({ field }) => !hasField(row, field));
  if (!lacking) return;
  const { field, metric } = lacking;
  const name: FieldName = field === "references" ? "reference" : field;
  throw new DataError(`the row has no ${name}, which the metric "${metric}" needs`, {
    where: row.where,
    fix: `add ${alternatives(name)}, or name the column in the args of the eval: map: {${name}: "\${data.COLUMN}"}`,
  });
}

function hasField(
  row: MetricRow & { readonly response?: string | undefined },
  field: MetricField,
): boolean {
  const value = row[field];
  return field === "references" ? row.references.length > 0 : value !== undefined;
}

function alternatives(name: FieldName): string {
  const names = ALIASES[name].map((alias) => `"${alias}"`);
  const last = names.pop();
  return names.length === 0 ? `${last}` : `${names.join(", ")} or ${last}`;
}
