import { z } from "zod";
import { MetricArgs } from "../classes/args.ts";

const Values = z.record(z.string(), z.unknown());

/** A metric as a route names it: a name, or a class with its args; the registry reads it. */
const MetricEntry = z.union([z.string().min(1), Values]);

const Route = z.strictObject({
  /** What the keys of its results begin with. */
  name: z.string().min(1),
  /** Which rows it takes; without one, all. */
  where: z.unknown().optional(),
  /** What scores these rows. */
  metrics: z.union([z.array(MetricEntry), MetricEntry.transform((entry) => [entry])]),
  /** Path to a field: its values get means of their own. */
  group_by: z.string().nullable().default(null),
});

/** Args of Routed. */
export const RoutedArgs = MetricArgs.omit({ metric_key: true }).extend({
  routes: z.array(Route).min(1),
  /** What becomes of rows that no route takes: they get no scores, or end the run. */
  on_unmatched: z.enum(["skip", "error"]).default("skip"),
  /** What becomes of rows that lack a key of a query: they do not match, or end the run. */
  on_missing_key: z.enum(["skip", "error"]).default("skip"),
  /** Whether patterns may be searched with a time limit, or must be in linear time. */
  regex_engine: z.enum(["auto", "linear"]).default("auto"),
});
/** See the schema of the same name. */
export type RoutedArgs = z.infer<typeof RoutedArgs>;

/** One of the routes. */
export type RouteArgs = RoutedArgs["routes"][number];
