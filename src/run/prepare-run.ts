import { dirname } from "node:path";
import { CallStats } from "../completion/calls/call-stats.ts";
import type { CompletionFn } from "../core/completion.ts";
import { ConfigError } from "../core/errors.ts";
import type { Eval } from "../core/eval.ts";
import { type RowSource, rowNumber } from "../core/row-source.ts";
import type { RunSpec } from "../core/spec.ts";
import { JsonlSink } from "../record/jsonl-sink.ts";
import type { EventSink } from "../record/sink.ts";
import { SEED, SHUFFLE_SEED } from "./defaults.ts";
import { entryHashes } from "./entry-hashes.ts";
import { selectRows } from "./jobs.ts";
import {
  type FnSettings,
  makeCompletionFns,
  nameOfFn,
  refuseSpareFns,
} from "./make-completion-fns.ts";
import { type FoundEval, findEval, readyEval } from "./make-eval.ts";
import { logPathOf, makeSink } from "./make-sink.ts";
import { type Measures, makeMeasures } from "./measures.ts";
import type { RunObserver } from "./observer.ts";
import { openRegistry } from "./open-registry.ts";
import type { EvalClass, RunOptions, RunSettings } from "./options.ts";
import type { EarlierSessions } from "./resume-sessions.ts";
import { makeRunSpec } from "./run-spec.ts";
import { isStream, refuseForStream } from "./stream-run.ts";

/** A run that can begin: everything that could be wrong before asking was looked at. */
export interface PreparedRun {
  readonly spec: RunSpec;
  readonly settings: RunSettings;
  readonly observer: RunObserver;
  readonly evaluation: Eval<unknown, object>;
  readonly completionFns: readonly CompletionFn[];
  readonly rows: RowSource<unknown>;
  /** Numbers of the rows to judge, in their order; those of a stream are added as they come. */
  readonly indices: number[];
  readonly seed: number;
  readonly sink: EventSink;
  readonly stats: CallStats;
  /** The name that was asked for, where it is an alias. */
  readonly alias: string | undefined;
  readonly primaryMetric: string | undefined;
  readonly measures: Measures;
  /** The log file, unless events go elsewhere. */
  readonly logPath: string | undefined;
  /** Where logs of such runs are. */
  readonly logFolder: string;
  /** What earlier sessions left, when a log is continued. */
  readonly earlier?: EarlierSessions | undefined;
}

/** A registry of one's own is small and read whole; of a large one only what the run needs. */
const MAX_FILES_READ = 50;

/**
 * Sets a run up; asks no model and writes no log.
 *
 * @param fns who else is asked in the same command, or who answers instead
 * @throws {ConfigError} when a name, file or argument is wrong
 * @throws {DataError} when a row is wrong
 * @throws the signal's reason when it has aborted
 */
export async function prepareRun(
  { eval: wanted, completionFns: asked, ...settings }: RunOptions,
  { among, standIn }: Pick<FnSettings, "among" | "standIn"> = {},
): Promise<PreparedRun> {
  const stats = new CallStats();
  const registry = openRegistry(settings, stats);
  for (const fault of registry.brokenFiles({ maxFiles: MAX_FILES_READ })) {
    settings.observer?.warned?.(`left out: ${fault}`);
  }
  const found = await findEval(wanted, registry, settings);
  if (!standIn) refuseSpareFns(found, asked);
  const fns = await makeCompletionFns(asked, registry, { ...settings, among, standIn });
  const { evaluation, rows, files } = await readyEval(found, fns, { registry, settings });
  if (isStream(rows)) refuseForStream(settings);
  const { seed = SEED } = settings;
  const indices = isStream(rows) ? [] : chooseRows(rows, found, settings);
  const { roots } = registry;
  const { readsEvents } = found.loaded.Class as EvalClass;
  const measured = { evalSpec: found.spec, rows, indices, roots, readsEvents };
  const measures = await makeMeasures(measured, settings);
  const alias = typeof wanted === "string" && wanted !== found.spec.key ? wanted : undefined;
  const byName = [...asked, settings.judge].filter((fn) => typeof fn === "string");
  const spec = makeRunSpec({
    evalSpec: found.spec,
    alias,
    completionFns: asked.map(nameOfFn),
    seed,
    data: files,
    signatures: evaluation.signatures(),
    more: { ...(isStream(rows) ? { stream: true } : {}), ...evaluation.runConfig() },
    entries: await entryHashes(registry, {
      completionFns: byName,
      evalSpec: found.spec,
      secrets: settings.secrets,
    }),
    isMadeInCode: typeof wanted !== "string" || [...asked, settings.judge].some(isObject),
    settings,
  });
  settings.signal?.throwIfAborted();
  const primaryMetric = found.spec.metrics[0];
  const fn = spec.completion_fns.join(",");
  const path = logPathOf({ runId: spec.run_id, fn, eval: alias ?? spec.eval_name }, settings);
  const sink = await makeSink({ path, primaryMetric }, registry, settings);
  return {
    spec,
    settings,
    observer: settings.observer ?? {},
    evaluation,
    completionFns: fns.completionFns,
    rows,
    indices,
    seed,
    sink,
    stats,
    alias,
    primaryMetric,
    measures,
    logPath: sink instanceof JsonlSink ? path : undefined,
    logFolder: dirname(path),
  };
}

/** How often each sample of a run is judged. */
export function repeatsOf({ measures }: Pick<PreparedRun, "measures">): number {
  return measures.recording.repeats?.count ?? 1;
}

function chooseRows(
  rows: RowSource<unknown>,
  found: FoundEval,
  { shuffleSeed = SHUFFLE_SEED, maxSamples }: RunSettings,
): number[] {
  const places = selectRows(countOf(rows, found), { shuffleSeed, maxSamples });
  return places.map((place) => rowNumber(rows, place));
}

/** Which samples are chosen, and in which order, depends on how many there are. */
function countOf({ count }: RowSource<unknown>, { spec }: FoundEval): number {
  if (count !== null) return count;
  throw new ConfigError(`how many samples "${spec.key}" has is not known`, {
    where: spec.cls,
    fix: "let its samples() return rows with a count",
  });
}

function isObject(value: unknown): boolean {
  return typeof value === "object";
}
