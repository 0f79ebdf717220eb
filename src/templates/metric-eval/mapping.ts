import { ConfigError, DataError } from "../../core/errors.ts";
import type { MetricEvalArgs } from "./args.ts";
import type { FieldName, Row } from "./field-names.ts";

/** Where a mapped field comes from. */
export type Mapped =
  | { readonly source: "data" | "outputs"; readonly column: string }
  | { readonly source: "constant"; readonly value: unknown };

/** Mapped fields by their names. */
export type Mapping = ReadonlyMap<FieldName, Mapped>;

/** What an answer, or an earlier run of a sample, gives out. */
export interface Outputs {
  /** The answer as a whole. @throws {DataError} when there are several, and none is called so */
  response(): string;
  /** Undefined when there is no such column. */
  column(name: string): unknown;
  readonly names: readonly string[];
}

/**
 * Reads `map`: a value of the form `${data.column}` or `${run.outputs.column}` names a column, any
 * other is the field's value in every row.
 *
 * @throws {ConfigError} when a reference names another source
 */
export function readMapping({ map = {} }: Pick<MetricEvalArgs, "map">, where: string): Mapping {
  const given = Object.entries(map).filter(([, value]) => value !== undefined && value !== null);
  return new Map(
    given.map(([field, value]) => [field as FieldName, readMapped(field, value, where)]),
  );
}

/** What the mapping takes from a row, or from what a run gave out for it. */
export interface MappingSources {
  readonly row: Row;
  readonly where: string;
  /** Absent before there is an answer. */
  readonly outputs?: Outputs | undefined;
}

/**
 * The value of a mapped field; undefined when it is null, or not known before there is an answer.
 *
 * @throws {DataError} when the column is not there
 */
export function mappedValue(mapped: Mapped, { row, where, outputs }: MappingSources): unknown {
  if (mapped.source === "constant") return mapped.value;
  const { source, column } = mapped;
  if (source === "outputs" && !outputs) return undefined;
  const isData = source === "data";
  const value = isData ? own(row, column) : outputs?.column(column);
  if (value !== undefined) return value ?? undefined;
  const names = isData ? Object.keys(row) : (outputs?.names ?? []);
  throw new DataError(`${isData ? "the row has" : "the run's outputs have"} no "${column}"`, {
    where,
    fix: `map in the args of the eval names it; there is ${names.join(", ") || "nothing"}`,
  });
}

const REFERENCE = /^\$\{\s*(data|run\.outputs|run\.inputs)\.(.+?)\s*\}$/s;

function readMapped(field: string, value: unknown, where: string): Mapped {
  if (typeof value !== "string" || !/^\$\{.*\}$/s.test(value)) return { source: "constant", value };
  const [, source, column] = REFERENCE.exec(value) ?? [];
  if (column === undefined) {
    throw new ConfigError(`map of "${field}" names no column: ${value}`, {
      where,
      fix: `write \${data.COLUMN}, or \${run.outputs.COLUMN} for what the answer or run gave out`,
    });
  }
  return { source: source === "run.outputs" ? "outputs" : "data", column };
}

function own(row: Row, column: string): unknown {
  return Object.hasOwn(row, column) ? row[column] : undefined;
}
