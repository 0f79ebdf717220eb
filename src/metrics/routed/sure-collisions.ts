import { isDeepStrictEqual } from "node:util";
import { ConfigError } from "../../core/errors.ts";
import type { RouteArgs } from "./route-args.ts";

type Asked = RouteArgs["metrics"][number];

/**
 * Refuses what is sure to have one key twice, before anything is paid: the same metric twice.
 *
 * @throws {ConfigError}
 */
export function refuseSameMetrics({ name, metrics }: RouteArgs): void {
  const twice = metrics.find((one, place) =>
    metrics.slice(0, place).some((other) => isDeepStrictEqual(one, other)),
  );
  if (twice === undefined) return;
  throw new ConfigError(`route "${name}" has the metric "${nameOf(twice)}" twice`, {
    fix: "their keys collide: leave one out, or give it other args and another key by metric_key",
  });
}

/**
 * Refuses a route whose name is that of a group of another route with the same metric.
 *
 * @param labels the groups of each route
 * @throws {ConfigError}
 */
export function refuseGroupNames(
  routes: readonly RouteArgs[],
  labels: readonly ReadonlySet<string>[],
): void {
  for (const [place, { name, metrics }] of routes.entries()) {
    const clash = routes.find(
      (other) =>
        other.name.startsWith(`${name}/`) &&
        labels[place]?.has(other.name.slice(name.length + 1)) &&
        metrics.some((one) => other.metrics.some((its) => isDeepStrictEqual(one, its))),
    );
    if (!clash) continue;
    throw new ConfigError(
      `route "${clash.name}" and a group of route "${name}" have the same keys`,
      {
        fix: "rename one of the routes",
      },
    );
  }
}

function nameOf(asked: Asked): string {
  if (typeof asked === "string") return asked;
  return String(asked["class"] ?? asked["class_path"] ?? Object.keys(asked)[0]);
}
