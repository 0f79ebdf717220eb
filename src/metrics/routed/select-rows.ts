import { DataError } from "../../core/errors.ts";
import type { MetricRow } from "../../core/metric.ts";
import type { RowSource } from "../../core/row-source.ts";
import type { Route } from "./route.ts";

/** Where a row goes: to a route, perhaps into a group there. */
export interface Selection {
  /** Place of the route among all. */
  readonly route: number;
  readonly group: string | undefined;
}

/** The routes that take a row, in their order. */
export function selectRoutes(routes: readonly Route[], row: MetricRow): Selection[] {
  // All queries before all groups: a route that fails on the row says so first.
  return placesOf(routes, row).map((place) => ({
    route: place,
    group: routes[place]?.groupOf(row),
  }));
}

/** The rows of each route, by their index. */
export interface RoutedRows {
  readonly byRoute: readonly (readonly number[])[];
  readonly count: number;
}

/**
 * Tries all routes on all rows.
 *
 * @throws {DataError} for rows that no route takes where that is an error, and for what queries and
 * groups cannot be asked about
 */
export async function routeRows(
  routes: readonly Route[],
  rows: RowSource<MetricRow>,
  { on_unmatched }: { readonly on_unmatched: "skip" | "error" },
): Promise<RoutedRows> {
  const byRoute = routes.map((): number[] => []);
  const unmatched: Unmatched = { count: 0, first: [] };
  let firstFault: unknown;
  let index = 0;
  for await (const row of rows.rows()) {
    const places = placesOf(routes, row);
    for (const place of places) byRoute[place]?.push(index);
    if (places.length === 0) note(unmatched, row);
    firstFault ??= groupFault(
      places.map((place) => routes[place]),
      row,
    );
    index += 1;
  }
  if (on_unmatched === "error" && unmatched.count > 0) throw notTaken(unmatched);
  if (firstFault !== undefined) throw firstFault;
  return { byRoute, count: index };
}

/** The fault of a single row that no route takes. */
export function refuseUnmatched(row: MetricRow): DataError {
  return notTaken({ count: 1, first: [row] });
}

function placesOf(routes: readonly Route[], row: MetricRow): number[] {
  return routes.flatMap((route, place) => (route.takes(row) ? [place] : []));
}

/** Rows that no route takes. */
interface Unmatched {
  count: number;
  readonly first: MetricRow[];
}

const SHOWN = 3;

function note(unmatched: Unmatched, row: MetricRow): void {
  unmatched.count += 1;
  if (unmatched.first.length < SHOWN) unmatched.first.push(row);
}

/** Faults of groups come after those of routes, whichever row they are in. */
function groupFault(routes: readonly (Route | undefined)[], row: MetricRow): unknown {
  try {
    for (const route of routes) route?.groupOf(row);
    return undefined;
  } catch (error) {
    return error;
  }
}

function notTaken({ count, first }: Unmatched): DataError {
  const rows = count === 1 ? "1 row is" : `${count} rows are`;
  return new DataError(`${rows} taken by no route, and on_unmatched is error`, {
    where: `${first.map(({ where }) => where).join(", ")}${count > first.length ? ", …" : ""}`,
    fix: "add a route for them; one with metrics: [] takes rows that need no score",
  });
}
