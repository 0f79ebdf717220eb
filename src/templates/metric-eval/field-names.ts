import { ConfigError } from "../../core/errors.ts";

/** A data row. */
export type Row = Readonly<Record<string, unknown>>;

/** A field of rows under the name that `map` has for it. */
export type FieldName =
  | "query"
  | "response"
  | "reference"
  | "contexts"
  | "reference_contexts"
  | "history";

/** Names of each field in data, the first being its own. */
export const ALIASES: Readonly<Record<FieldName, readonly string[]>> = {
  query: ["query", "question", "input", "user_input", "prompt"],
  response: ["response", "answer", "output", "prediction", "completion", "sampled"],
  reference: ["reference", "ground_truth", "groundtruth", "expected", "ideal", "target"],
  contexts: ["contexts", "context", "documents", "retrieved_contexts"],
  reference_contexts: ["reference_contexts"],
  history: ["history", "chat_history"],
};

/** A field's value and the column that it stands in. */
export interface Found<T> {
  readonly column: string;
  readonly value: T;
}

/**
 * The value of a field under any of its names, as `read` makes it; a null is no value.
 *
 * @throws {ConfigError} when two columns have different values
 */
export function findField<T>(
  row: Row,
  field: FieldName,
  { read, where }: { read(value: unknown, column: string): T; readonly where: string },
): T | undefined {
  const found = ALIASES[field].flatMap((column): Found<T>[] => {
    const value = Object.hasOwn(row, column) ? (row[column] ?? undefined) : undefined;
    return value === undefined ? [] : [{ column, value: read(value, column) }];
  });
  const [first, ...others] = found;
  const other = others.find(({ value }) => JSON.stringify(value) !== JSON.stringify(first?.value));
  if (first && other) throw twoValues(field, [first.column, other.column], where);
  return first?.value;
}

function twoValues(field: FieldName, [one, two]: readonly [string, string], where: string) {
  return new ConfigError(`"${one}" and "${two}" may both be the ${field}, and they differ`, {
    where,
    fix: `say which one is meant in the args of the eval: map: {${field}: "\${data.${one}}"}`,
  });
}
