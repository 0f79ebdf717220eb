import { ConfigError } from "../../core/errors.ts";
import type { EvalContext } from "../../core/eval.ts";
import type { ColumnMapping } from "../../flow/column-mapping.ts";
import { type FlowSource, openSource } from "../../flow/flow-source.ts";
import type { FlowEvalArgs } from "./args.ts";
import { type EarlierRun, openEarlierRun, refuseChangedData } from "./earlier-run.ts";

/** Where the values of a flow come from. */
export interface Sources {
  readonly data?: FlowSource | undefined;
  /** `data` and what there is of an earlier run. */
  readonly all: readonly FlowSource[];
  readonly run?: EarlierRun | undefined;
}

/**
 * Opens the data and the earlier run of a flow.
 *
 * @throws {ConfigError} when neither is named, or one of them is not there
 * @throws {DataError} when one cannot be read, or the data has changed since the run
 */
export async function openSources(args: FlowEvalArgs, context: EvalContext): Promise<Sources> {
  refuseNothing(args, context);
  const rows = args.data === undefined ? undefined : await context.openRows(args.data);
  const data = rows && (await openSource("data", rows));
  const run = await openRun(args, context);
  try {
    if (run && rows && !args.allow_changed_data) refuseChangedData(run, rows.files);
    const outputs = run ? [await openSource("run.outputs", run.outputs)] : [];
    const inputs = run && mentions(args.column_mapping, "run.inputs");
    const all = [data ?? [], outputs, inputs ? await openInputs(run, args) : []].flat();
    return { data, all, run };
  } catch (error) {
    await run?.close();
    throw error;
  }
}

/** Whether a mapping takes columns of a source. */
export function mentions(mapping: ColumnMapping, source: string): boolean {
  return Object.values(mapping).some(
    (value) => typeof value === "string" && value.replace(/\s/g, "").startsWith(`\${${source}.`),
  );
}

/** Columns of an earlier run that are there whatever is asked: for looking at a flow without one. */
export function anyOutputs(like: FlowSource | undefined): FlowSource {
  return {
    name: "run.outputs",
    count: like?.count ?? 1,
    lineNumbers: like?.lineNumbers ?? null,
    columns: [],
    hasColumn: () => true,
    read: async () => ({}),
    where: (place) => like?.where(place) ?? "the earlier run",
  };
}

async function openRun(
  { run: path, run_repeat: repeat }: FlowEvalArgs,
  context: EvalContext,
): Promise<EarlierRun | undefined> {
  if (path === undefined) return undefined;
  return openEarlierRun({ path: context.findFile(path), repeat, context });
}

async function openInputs(run: EarlierRun, args: FlowEvalArgs): Promise<FlowSource> {
  const rows = await run.openInputs();
  if (!args.allow_changed_data) refuseChangedData(run, rows.files);
  return openSource("run.inputs", rows);
}

function refuseNothing({ data, run, target }: FlowEvalArgs, { name }: EvalContext): void {
  if (target && run !== undefined) {
    throw new ConfigError(`"${name}" has a target and is given an earlier run`, {
      fix: "leave one of them out: both give the outputs that are graded",
    });
  }
  if (target && data === undefined) {
    throw new ConfigError(`"${name}" has a target and no data to run it on`, {
      fix: "set data in its args, or give --data FILE",
    });
  }
  if (data !== undefined || run !== undefined) return;
  throw new ConfigError(`"${name}" has no rows to run on`, {
    fix: "give --data FILE, an earlier run with --run LOG, or both",
  });
}
