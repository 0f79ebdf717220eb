import { isDeepStrictEqual } from "node:util";
import { didYouMean } from "../../core/closest.ts";
import { ConfigError, DataError } from "../../core/errors.ts";
import { describeJson } from "../../core/schema-faults.ts";
import { exactSum } from "../../core/statistics.ts";
import type { FlowNode } from "../spec.ts";
import type { NodeArguments, NodeRunner } from "./node-runner.ts";

type Reduce = (values: readonly unknown[], args: NodeArguments) => number | null;

/** What an aggregation node of type `metric` may do with a list; nulls are not in it. */
const REDUCERS: ReadonlyMap<string, Reduce> = new Map<string, Reduce>([
  ["count", (values) => values.length],
  ["mean", (values) => meanOf(values.map(toNumber))],
  ["median", (values) => quantile(values.map(toNumber), 0.5)],
  ["p90", (values) => quantile(values.map(toNumber), 0.9)],
  ["share", (values, { equals = true }) => shareOf(values, equals)],
]);

/**
 * An aggregation node that makes one figure of the list `values` and logs it by the node's name:
 * `mean`, `median`, `p90` (between neighbours where it falls), `count`, or `share`, the part of the
 * values that are true, or equal to `equals`. What is null counts for nothing; of no value only
 * `count` has a figure.
 *
 * @throws {ConfigError} when it names no reducer, or has no `values`
 */
export function makeReducer({ name, settings, inputs, where }: FlowNode): NodeRunner {
  const { metric } = settings;
  const reduce = typeof metric === "string" ? REDUCERS.get(metric) : undefined;
  if (!reduce) {
    const names = [...REDUCERS.keys()];
    throw new ConfigError(`${describeJson(metric)} reduces no list to a metric`, {
      where,
      fix: didYouMean(String(metric), names) ?? `metric: is one of ${names.join(", ")} here`,
    });
  }
  if (!inputs.has("values")) {
    throw new ConfigError(`the node "${name}" has no "values" to reduce`, {
      where,
      fix: `add inputs: {values: \${NODE.output}}`,
    });
  }
  return {
    async run(args, { ctx, missMetric }) {
      const values = listOf(args["values"]).filter((value) => value !== null);
      const figure = reduce(values, args);
      if (figure === null) missMetric(name);
      else ctx.logMetric(name, figure);
      return figure;
    },
  };
}

function listOf(values: unknown): readonly unknown[] {
  if (Array.isArray(values)) return values;
  throw new DataError(`"values" is ${describeJson(values)}, and only a list can be reduced`);
}

function toNumber(value: unknown): number {
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new DataError(
    `${describeJson(value)} is among the values, and only numbers can be reduced so`,
  );
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : exactSum(values) / values.length;
}

/** Between its neighbours on a straight line, as NumPy's `percentile` does by default. */
function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (low === undefined || high === undefined) return null;
  return low + (high - low) * (place - Math.floor(place));
}

function shareOf(values: readonly unknown[], wanted: unknown): number | null {
  if (values.length === 0) return null;
  return values.filter((value) => isDeepStrictEqual(value, wanted)).length / values.length;
}
