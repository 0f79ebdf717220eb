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
  /** The groups of each route. */
  readonly labels: readonly ReadonlySet<string>[];
  readonly count: number;
}

/** What is looked for while rows are routed. */
export interface RoutingRules {
  readonly on_unmatched: "skip" | "error";
  /** Looks at a row of the route at this place. @throws {DataError} when it cannot be scored */
  check(row: MetricRow, route: number): void;
}

/**
 * Tries all routes on all rows, in one pass.
 *
 * @throws {DataError} for what queries cannot be asked about; else for rows that no route takes,
 * where that is an error; else for groups; else for what the check refuses
 */
export async function routeRows(
  routes: readonly Route[],
  rows: RowSource<MetricRow>,
  { on_unmatched, check }: RoutingRules,
): Promise<RoutedRows> {
  const byRoute = routes.map((): number[] => []);
  const labels = routes.map(() => new Set<string>());
  const unmatched: Unmatched = { count: 0, first: [] };
  const faults: { group?: unknown; row?: unknown } = {};
  let index = 0;
  for await (const row of rows.rows()) {
    const places = placesOf(routes, row);
    for (const place of places) byRoute[place]?.push(index);
    if (places.length === 0) note(unmatched, row);
    faults.group ??= faultOf(places, (place) => {
      const label = routes[place]?.groupOf(row);
      if (label !== undefined) labels[place]?.add(label);
    });
    faults.row ??= faultOf(places, (place) => check(row, place));
    index += 1;
  }
  if (on_unmatched === "error" && unmatched.count > 0) throw notTaken(unmatched);
  const fault = faults.group ?? faults.row;
  if (fault !== undefined) throw fault;
  return { byRoute, labels, count: index };
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

/** What is thrown for the first place of several; it waits for graver faults of other rows. */
function faultOf(places: readonly number[], look: (place: number) => unknown): unknown {
  try {
    for (const place of places) look(place);
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
