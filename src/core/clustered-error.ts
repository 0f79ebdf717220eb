import { exactSum, mean } from "./statistics.ts";

/**
 * Standard error of the mean of values that are not independent of those in their own cluster, such
 * as questions about one text: √(G/(G−1) · Σ_g (Σ_i (x_i − x̄))²) / n, summed within and over the G
 * clusters (K.-Y. Liang and S. L. Zeger, 1986; for evals E. Miller, "Adding Error Bars to Evals",
 * 2024). With one value in each cluster it is the plain standard error.
 *
 * @param clusters the cluster of each value; undefined is a cluster of its own
 * @returns null for fewer than two clusters
 */
export function clusteredError(
  values: readonly number[],
  clusters: readonly (number | undefined)[],
): number | null {
  const average = mean(values);
  if (average === null) return null;
  const sums = groupByCluster(values, (_, index) => clusters[index]).map((group) =>
    exactSum(group.map((value) => value - average)),
  );
  if (sums.length < 2) return null;
  const squares = exactSum(sums.map((sum) => sum ** 2));
  return Math.sqrt((sums.length / (sums.length - 1)) * squares) / values.length;
}

/**
 * The items of each cluster together, in the order in which clusters first occur.
 *
 * @param clusterOf the cluster of an item; undefined is a cluster of its own
 */
export function groupByCluster<T>(
  items: readonly T[],
  clusterOf: (item: T, index: number) => number | undefined,
): T[][] {
  const groups: T[][] = [];
  const known = new Map<number, T[]>();
  items.forEach((item, index) => {
    const cluster = clusterOf(item, index);
    const group = cluster === undefined ? undefined : known.get(cluster);
    if (group) {
      group.push(item);
      return;
    }
    const begun = [item];
    groups.push(begun);
    if (cluster !== undefined) known.set(cluster, begun);
  });
  return groups;
}
