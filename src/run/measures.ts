import { ConfigError } from "../core/errors.ts";
import { parseReducer } from "../core/reducer.ts";
import type { RowSource } from "../core/row-source.ts";
import type { EvalSpec } from "../core/spec.ts";
import type { RecorderOptions } from "../record/recorder.ts";
import type { Repeats } from "../record/repeated-samples.ts";
import { REDUCER } from "./defaults.ts";
import type { ClusterSearch } from "./find-clusters.ts";
import type { GateExpression } from "./gate-expression.ts";
import { gatesOf } from "./gates.ts";
import { indexOf } from "./jobs.ts";
import type { RunSettings } from "./options.ts";
import { type Prices, readPrices } from "./prices.ts";

/** How results become figures, and what the figures must be. */
export interface Measures {
  /** What a recorder goes by. */
  readonly recording: Pick<RecorderOptions, "repeats" | "clusterOf" | "keepsMetrics">;
  readonly prices: Prices;
  readonly gates: readonly GateExpression[];
}

/** What is measured. */
export interface Measured {
  readonly evalSpec: EvalSpec;
  readonly rows: RowSource<unknown>;
  /** The chosen rows. */
  readonly indices: readonly number[];
  /** Whether the eval makes its report of the log. */
  readonly readsEvents?: boolean | undefined;
  /** Folders of registries, which may have prices. */
  readonly roots: readonly string[];
}

/**
 * Looks at what can be wrong with settings whatever the eval is, so that several runs are refused
 * once and together.
 *
 * @throws {ConfigError} when a gate, the reducer or the file of prices is wrong
 */
export function refuseBadMeasures(settings: RunSettings): void {
  gatesOf({}, settings.gates);
  repeatsOf(settings);
  readPrices({ roots: [], file: settings.prices, cwd: settings.cwd });
}

/** @throws {ConfigError} when a setting makes no sense for this eval and its data */
export async function makeMeasures(
  { evalSpec, rows, indices, roots, readsEvents = false }: Measured,
  settings: RunSettings,
): Promise<Measures> {
  const { clusterBy, prices, gates, cwd } = settings;
  const repeats = repeatsOf(settings);
  return {
    gates: gatesOf(evalSpec, gates),
    prices: readPrices({ roots, file: prices, cwd }),
    recording: {
      repeats,
      keepsMetrics: !readsEvents || repeats !== undefined || clusterBy !== undefined,
      clusterOf:
        clusterBy === undefined
          ? undefined
          : await clustersOf(rows, { field: clusterBy, indices }, settings),
    },
  };
}

/** Undefined where each sample is judged once. */
function repeatsOf({ repeats = 1, reducer = REDUCER }: RunSettings): Repeats | undefined {
  if (!Number.isSafeInteger(repeats) || repeats < 1) {
    throw new ConfigError(`a sample cannot be judged ${repeats} times`, {
      fix: "set repeats to a whole number from 1",
    });
  }
  const parsed = parseReducer(reducer, repeats);
  return repeats === 1 ? undefined : { count: repeats, reducer: parsed };
}

async function clustersOf(
  rows: RowSource<unknown>,
  search: ClusterSearch,
  { observer }: RunSettings,
): Promise<RecorderOptions["clusterOf"]> {
  const { findClusters } = await import("./find-clusters.ts");
  const clusters = await findClusters(rows, search);
  if (clusters.lacking > 0) {
    observer?.warned?.(
      `${clusters.lacking} of ${search.indices.length} samples have no "${search.field}": each of them is a cluster of its own`,
    );
  }
  return (sampleId) => clusters.of(indexOf(sampleId));
}
