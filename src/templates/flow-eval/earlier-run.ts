import { existsSync, statSync } from "node:fs";
import { basename, isAbsolute, join, resolve } from "node:path";
import { ConfigError, DataError } from "../../core/errors.ts";
import type { EvalContext } from "../../core/eval.ts";
import type { DataFile, RowSource } from "../../core/row-source.ts";
import type { RunSpec } from "../../core/spec.ts";
import { sha256Of } from "../../data/bytes.ts";
import { isLog, type Log, readLog } from "../../record/read-log.ts";
import { openRunRows } from "../../record/run-rows.ts";

/** The run whose outputs a flow takes. */
export interface EarlierRun {
  /** A row for each line that succeeded. */
  readonly outputs: RowSource<unknown>;
  /** What the spec line says of it. */
  readonly parent: ParentRun;
  /** The data files of the run, as far as it tells. */
  readonly data: RunSpec["run_config"]["data"];
  /**
   * Opens the data of the run.
   *
   * @throws {ConfigError} when it does not tell which these are, or they are gone
   */
  openInputs(): Promise<RowSource<unknown>>;
  close(): Promise<void>;
}

/** Which run it was, in the spec line of a run over it. */
export interface ParentRun {
  /** Null where the file does not tell. */
  readonly run_id: string | null;
  readonly log: string;
  readonly sha256: string;
}

/** Which run, and what opens its rows. */
export interface EarlierRunOptions {
  readonly path: string;
  /** Which repeat of a log. */
  readonly repeat: number;
  readonly context: Pick<EvalContext, "openRows" | "warn">;
}

/**
 * Opens an earlier run: a log of this program or of openai/evals, the folder of a promptflow run or
 * of `--out`, or a file of rows.
 *
 * @throws {ConfigError} when there is no such file
 * @throws {DataError} when no sample of it has an output
 */
export async function openEarlierRun(options: EarlierRunOptions): Promise<EarlierRun> {
  const path = resolve(options.path);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) {
    throw new ConfigError("there is no earlier run", {
      where: path,
      fix: "name its log, the folder of a promptflow run, or a file of rows",
    });
  }
  if (stats.isDirectory()) return openFolder(path, options);
  return (await isLog(path)) ? openLog(await readLog(path), options) : openFile(path, options);
}

async function openLog(log: Log, { repeat, context }: EarlierRunOptions): Promise<EarlierRun> {
  const outputs = await openRunRows(log, repeat);
  if (log.report === null) {
    context.warn(
      `the earlier run did not come to its end: its log has ${outputs.samples} lines (${log.path})`,
    );
  }
  if (outputs.count === 0) {
    await outputs.close();
    throw new DataError("no line of the earlier run has an output", {
      where: log.path,
      fix: `see why: oaieval show ${log.path} --failed, and run it again`,
    });
  }
  const { data } = log.spec.run_config;
  return {
    outputs,
    data,
    parent: { run_id: log.spec.run_id, log: log.path, sha256: await sha256Of(log.path) },
    openInputs: () => context.openRows(dataOf(log)),
    close: () => outputs.close(),
  };
}

/** How a run is graded that does not tell its data. */
const NAME_DATA = `give the data with --data, and map \${data.COLUMN} in place of \${run.inputs.COLUMN}`;

/** The file of outputs in a folder, in the order in which they are looked for. */
const OUTPUT_FILES = [join("flow_outputs", "output.jsonl"), "outputs.jsonl", "output.jsonl"];

async function openFolder(folder: string, options: EarlierRunOptions): Promise<EarlierRun> {
  const file = OUTPUT_FILES.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file === undefined) {
    throw new ConfigError("the folder has no outputs of a run", {
      where: folder,
      fix: `it needs ${OUTPUT_FILES[0]}, as promptflow writes it, or outputs.jsonl`,
    });
  }
  const run = await openFile(file, options);
  const inputs = join(folder, "inputs.jsonl");
  if (!existsSync(inputs)) return run;
  return { ...run, openInputs: () => options.context.openRows(inputs) };
}

async function openFile(path: string, { context }: EarlierRunOptions): Promise<EarlierRun> {
  return {
    outputs: await context.openRows(path),
    data: [],
    parent: { run_id: null, log: path, sha256: await sha256Of(path) },
    openInputs: async () => {
      throw new ConfigError("the earlier run does not tell which data it had", {
        where: path,
        fix: NAME_DATA,
      });
    },
    close: async () => {},
  };
}

/** The data of a log's run: by its path then, or as the run named it. */
function dataOf({ spec, path }: Log): string {
  const { data, eval_spec, cwd } = spec.run_config;
  const { args } = eval_spec;
  const named = [args["data"], args["samples_jsonl"], args["test_jsonl"]].find(
    (name) => typeof name === "string",
  );
  const [only, second] = data;
  if (named !== undefined) {
    const begun = resolve(typeof cwd === "string" ? cwd : ".", named);
    if (isAbsolute(named) || existsSync(begun)) return begun;
    const file = data.find((one) => basename(one.path) === basename(named));
    return file?.path ?? named;
  }
  if (only && !second) return only.path;
  throw new ConfigError("the earlier run does not tell which data it had", {
    where: path,
    fix: NAME_DATA,
  });
}

/**
 * Sees to it that data is what the earlier run had.
 *
 * @throws {DataError} when a file of the same path has changed since
 */
export function refuseChangedData(
  { data, parent }: Pick<EarlierRun, "data" | "parent">,
  files: readonly DataFile[],
): void {
  const changed = files.find(({ path, sha256 }) =>
    data.some((then) => resolve(then.path) === resolve(path) && then.sha256 !== sha256),
  );
  if (!changed) return;
  throw new DataError("the data has changed since the earlier run", {
    where: `${changed.path}; the run is ${parent.log}`,
    fix: "run over the data as it was, or take it as it is with --allow-changed-data",
  });
}
