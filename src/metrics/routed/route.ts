import { ConfigError, DataError } from "../../core/errors.ts";
import type { MetricRow } from "../../core/metric.ts";
import { pythonText } from "../../core/python-repr.ts";
import {
  hasWildcard,
  MISSING,
  NO_MATCH,
  type Path,
  parsePath,
  resolvePath,
} from "../query/path.ts";
import { compileQuery } from "../query/query.ts";
import { isList, isMapping, typeName } from "../query/values.ts";
import type { RouteArgs, RoutedArgs } from "./route-args.ts";

/** Which rows a route takes, and into which group each of them goes. */
export interface Route {
  readonly name: string;
  /** @throws {DataError} for a row that the query cannot be asked about */
  takes(row: MetricRow): boolean;
  /**
   * The label of the row's group, as Python writes the value; undefined for none.
   *
   * @throws {DataError} for a value that labels no group, and a key that must not be missing
   */
  groupOf(row: MetricRow): string | undefined;
}

/**
 * Reads the routes: names, queries and paths.
 *
 * @throws {ConfigError}
 */
export function readRoutes(
  { routes, on_missing_key, regex_engine }: RoutedArgs,
  { owner, warn, where }: RouteOwner,
): Route[] {
  const names = routes.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) {
    throw new ConfigError(`two routes of "${owner}" are named "${twice}"`, {
      where: where?.(["routes", names.lastIndexOf(twice)]),
      fix: "give each route a name of its own: its results begin with it",
    });
  }
  return routes.map((args, place) => {
    const own = where?.(["routes", place]) ?? `route "${args.name}" of "${owner}"`;
    return inRoute(args.name, own, () => {
      const query = compileQuery(args.where, {
        on_missing_key,
        engine: regex_engine,
        warn: (message) => warn(`route "${args.name}": ${message}`),
      });
      const path = args.group_by === null ? undefined : groupPath(args.group_by);
      return {
        name: args.name,
        takes: (row) => inRow(args.name, row, () => query(row.extra_info)),
        groupOf: (row) =>
          path && inRow(args.name, row, () => groupLabel(path, row, on_missing_key)),
      };
    });
  });
}

/** Who has the routes, for messages. */
export interface RouteOwner {
  readonly owner: string;
  /** Where an argument of the owner stands, if that is known. */
  readonly where?: ((path: readonly PropertyKey[]) => string) | undefined;
  warn(message: string): void;
}

/** Does work on a row for a route; a fault of the row says which route and row it is. */
export function inRow<T>(name: string, { where }: MetricRow, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof DataError)) throw cause;
    throw new DataError(`route "${name}": ${cause.message}`, { where, fix: cause.fix, cause });
  }
}

function groupPath(text: RouteArgs["group_by"] & string): Path {
  const path = parsePath(text);
  if (!hasWildcard(path)) return path;
  throw new ConfigError(`group_by "${text}" has a *, and a row is in one group only`, {
    fix: "take an index, such as messages.0.role",
  });
}

function groupLabel(
  path: Path,
  { extra_info }: MetricRow,
  on_missing_key: RoutedArgs["on_missing_key"],
): string | undefined {
  const value = resolvePath(path, extra_info);
  if (value === NO_MATCH) return undefined;
  if (value === MISSING) {
    if (on_missing_key === "skip") return undefined;
    throw new DataError(`the key "${path.text}" of group_by is not there`, {
      fix: "add it to the row, or set on_missing_key: skip",
    });
  }
  if (!isList(value) && !isMapping(value)) return pythonText(value);
  throw new DataError(`group_by "${path.text}" finds ${typeName(value)}, which labels no group`, {
    fix: "group by a text or number, such as a key that extra_info_templates derives",
  });
}

function inRoute<T>(name: string, where: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    const { message, fix } = cause;
    throw new ConfigError(`route "${name}": ${message}`, { where, fix, cause });
  }
}
