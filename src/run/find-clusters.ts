import { didYouMean } from "../core/closest.ts";
import { ConfigError } from "../core/errors.ts";
import type { RowSource } from "../core/row-source.ts";

/** Which rows belong together: those that have the same value in a field. */
export interface Clusters {
  /** Different values of the field. */
  readonly count: number;
  /** Rows without the field; each is a cluster of its own. */
  readonly lacking: number;
  /** The cluster of a row, from 0; undefined for one of its own. */
  of(index: number): number | undefined;
}

/** What clusters are made of. */
export interface ClusterSearch {
  readonly field: string;
  /** The chosen rows. */
  readonly indices: readonly number[];
}

/**
 * Reads the chosen rows for the values of a field. In memory stay the different values and four
 * bytes a row.
 *
 * @throws {ConfigError} when no row has the field
 */
export async function findClusters(
  rows: RowSource<unknown>,
  { field, indices }: ClusterSearch,
): Promise<Clusters> {
  const last = indices.reduce((most, index) => Math.max(most, index), -1);
  const clusters = new Int32Array(last + 1).fill(ALONE);
  const values = new Map<string, number>();
  const fields = new Set<string>();
  let lacking = 0;
  for (const index of indices.toSorted((a, b) => a - b)) {
    const row = new Map<string, unknown>(Object.entries(Object(await rows.read(index))));
    for (const name of row.keys()) fields.add(name);
    const value = row.get(field) ?? null;
    if (value === null) {
      lacking += 1;
      continue;
    }
    const text = JSON.stringify(value);
    const cluster = values.get(text) ?? values.size;
    values.set(text, cluster);
    clusters[index] = cluster;
  }
  if (values.size === 0 && indices.length > 0) throw noSuchField(field, fields);
  return { count: values.size, lacking, of: (index) => clusterAt(clusters, index) };
}

const ALONE = -1;

function clusterAt(clusters: Int32Array, index: number): number | undefined {
  const cluster = clusters[index] ?? ALONE;
  return cluster === ALONE ? undefined : cluster;
}

function noSuchField(field: string, fields: Iterable<string>): ConfigError {
  return new ConfigError(`no row has a value in the field "${field}"`, {
    where: "--cluster-by",
    fix: didYouMean(field, fields) ?? `rows have ${[...fields].join(", ")}`,
  });
}
