import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { ConfigError } from "../../core/errors.ts";
import type { EvalContext } from "../../core/eval.ts";
import type { RowSource } from "../../core/row-source.ts";
import { type FlowLine, planLines } from "../../flow/flow-lines.ts";
import { type Columns, openSource } from "../../flow/flow-source.ts";
import type { MadeFlow } from "../../flow/make-flow.ts";
import type { FlowSpec } from "../../flow/spec.ts";
import type { FlowEvalArgs } from "./args.ts";
import type { ParentRun } from "./earlier-run.ts";
import { type FlowRow, flowRows } from "./flow-rows.ts";
import { makeRunner } from "./make-runner.ts";
import { anyOutputs, mentions, openSources, type Sources } from "./sources.ts";
import { makeTarget, type Target } from "./target.ts";

/** Everything that is the same for all lines of a run. */
export interface FlowPlan extends MadeFlow {
  readonly rows: RowSource<FlowRow>;
  readonly target?: Target | undefined;
  /** What was used of each source, as one line. */
  readonly counts: string;
  readonly parent?: ParentRun | undefined;
  /** The flow as the spec line has it: code counts, that of a target too, so that a changed flow is another run. */
  readonly flow: { readonly file: string; readonly sha256: string };
  /** The line of a row, where a target has given out what it grades. */
  graded(row: FlowRow, outputs: Columns): Promise<FlowLine>;
  close(): Promise<void>;
}

/**
 * Loads the flow and brings its rows together; all that can be wrong before the first line is found
 * here.
 *
 * @throws {ConfigError} when the flow or an argument is wrong
 * @throws {DataError} when rows are wrong, or do not meet
 */
export async function makeFlowPlan(args: FlowEvalArgs, context: EvalContext): Promise<FlowPlan> {
  const made = await makeRunner(args, args, context);
  const closing = [() => made.runner.close()];
  try {
    const sources = await openSources(args, context);
    if (sources.run) closing.push(() => sources.run?.close() ?? Promise.resolve());
    const { target: wanted } = args;
    const target =
      wanted && sources.data
        ? await makeTarget({ ...args, target: wanted }, sources.data, context)
        : undefined;
    if (target) closing.push(() => target.close());
    return {
      ...made,
      ...(await plannedRows({ args, made, sources, target }, context)),
      target,
      parent: sources.run?.parent,
      flow: { file: made.spec.file, sha256: hashOf([made.spec, target?.spec ?? []].flat()) },
      graded: (row, outputs) => gradedLine({ args, made }, row, outputs),
      close: async () => void (await Promise.all(closing.map((close) => close()))),
    };
  } catch (error) {
    await Promise.all(closing.map((close) => close()));
    throw error;
  }
}

interface Parts {
  readonly args: FlowEvalArgs;
  readonly made: MadeFlow;
  readonly sources: Sources;
  readonly target: Target | undefined;
}

async function plannedRows(
  { args, made, sources, target }: Parts,
  context: EvalContext,
): Promise<Pick<FlowPlan, "rows" | "counts">> {
  const all = target || lacksRun(args, context) ? withAnyOutputs(sources) : sources.all;
  const lines = await planLines({
    inputs: made.spec.inputs,
    mapping: args.column_mapping,
    sources: all,
    files: [],
    warn: (message) => context.warn(message),
  });
  const { data } = sources;
  if (!target || !data) return { rows: flowRows({ lines, only: args.line }), counts: lines.counts };
  const places = placesByNumber(data.lineNumbers, data.count);
  const dataOf = (place: number) =>
    data.read(places.get(target.lines.lineNumbers[place] ?? 0) ?? place);
  const { counts } = target.lines;
  return { rows: flowRows({ lines: target.lines, only: args.line, dataOf }), counts };
}

/** Whether an eval that grades an earlier run is only looked at: then there is none. */
function lacksRun(
  { run, column_mapping: mapping }: FlowEvalArgs,
  { completionFnNames = [], name }: EvalContext,
): boolean {
  if (run !== undefined || !["run.outputs", "run.inputs"].some((one) => mentions(mapping, one))) {
    return false;
  }
  if (completionFnNames.length === 0) return true;
  throw new ConfigError(`"${name}" grades an earlier run, and none is given`, {
    fix: "add --run LOG: a log, the folder of a promptflow run, or a file of rows",
  });
}

function withAnyOutputs({ data, all }: Sources): Sources["all"] {
  return [...all, anyOutputs(data), { ...anyOutputs(data), name: "run.inputs" }];
}

async function gradedLine(
  { args, made }: Pick<Parts, "args" | "made">,
  { line_number, data = {} }: FlowRow,
  outputs: Columns,
): Promise<FlowLine> {
  const sources = await Promise.all([
    openSource("data", oneRow({ ...data, line_number })),
    openSource("run.outputs", oneRow({ ...outputs, line_number })),
  ]);
  const { inputs } = made.spec;
  const mapping = args.column_mapping;
  const lines = await planLines({ inputs, mapping, sources, files: [], warn: () => {} });
  return lines.read(0);
}

function oneRow(row: Columns): RowSource<unknown> {
  return {
    count: 1,
    files: [],
    read: async () => row,
    where: () => "the target",
    async *rows() {
      yield row;
    },
  };
}

function placesByNumber(
  numbers: readonly (number | null)[] | null,
  count: number,
): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (let place = 0; place < count; place++) places.set(numbers?.[place] ?? place, place);
  return places;
}

/** Of the files of flows and of their nodes. */
function hashOf(specs: readonly FlowSpec[]): string {
  const paths = specs.flatMap(({ file, lineNodes, aggregationNodes }) => [
    file,
    ...[...lineNodes, ...aggregationNodes].flatMap(({ path }) => path ?? []),
  ]);
  const hash = createHash("sha256");
  for (const path of new Set(paths)) hash.update(readFileSync(path));
  return hash.digest("hex");
}
