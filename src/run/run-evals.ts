import type { CompletionFn } from "../core/completion.ts";
import { ConfigError } from "../core/errors.ts";
import { executeRun, type RunResult } from "./execute-run.ts";
import { nameOfFn } from "./make-completion-fns.ts";
import { refuseBadMeasures } from "./measures.ts";
import { openRegistry } from "./open-registry.ts";
import type { RunSettings } from "./options.ts";
import { prepareRun } from "./prepare-run.ts";
import { logOfSameRun } from "./resumable-logs.ts";
import { continueRun } from "./resume-run.ts";

/** What several runs in a row have in common. */
export interface ManyOptions extends RunSettings {
  readonly completionFns: readonly (string | CompletionFn)[];
  /** Run every eval once per completion function, instead of once with all of them. @default false */
  readonly each?: boolean | undefined;
  /** Read evals that are done from their logs, and go on with those that were begun. @default false */
  readonly resume?: boolean | undefined;
  /** Stop at an eval that could not run. @default false */
  readonly exitOnError?: boolean | undefined;
}

/** One run among several. */
export interface EvalsRow {
  /** The concrete entry's name; as it was asked for where there is no such entry. */
  readonly eval: string;
  /** Names of the completion functions, as the log has them. */
  readonly completionFns: readonly string[];
  /** Missing when the eval could not run. */
  readonly result?: RunResult;
  /** Why it could not run. */
  readonly error?: unknown;
  /** Whether the log is one of an earlier run, which was read or gone on with. */
  readonly resumed: boolean;
}

/** What came of several runs, in the order in which they ran. */
export interface EvalsResult {
  readonly rows: readonly EvalsRow[];
  /** Runs that were not begun, because of the signal or `exitOnError`. */
  readonly left: number;
}

/** Runs evals one after the other in this process; one that cannot run does not keep the rest. */
export async function runEvals(
  options: ManyOptions & { readonly evals: readonly string[] },
): Promise<EvalsResult> {
  refuseBadMeasures(options);
  const { evals, each, completionFns } = options;
  const groups = each ? completionFns.map((fn) => [fn]) : [completionFns];
  const planned = evals.flatMap((name) => groups.map((group) => ({ name, group })));
  const rows: EvalsRow[] = [];
  for (const { name, group } of planned) {
    if (options.signal?.aborted) break;
    const row = await runRow(name, group, options);
    if (!row) break;
    rows.push(row);
    if (row.error !== undefined && options.exitOnError) break;
  }
  return { rows, left: planned.length - rows.length };
}

/** Nothing when the signal aborts before the run begins. */
async function runRow(
  name: string,
  completionFns: readonly (string | CompletionFn)[],
  options: ManyOptions,
): Promise<EvalsRow | undefined> {
  const names = completionFns.map(nameOfFn);
  try {
    const run = await prepareRun(
      { ...options, completionFns, eval: name },
      { among: options.completionFns },
    );
    const log = options.resume ? await logOfSameRun(run) : undefined;
    const result = log ? await continueRun(run, log) : await executeRun(run);
    return { eval: run.spec.eval_name, completionFns: names, result, resumed: log !== undefined };
  } catch (error) {
    if (options.signal?.aborted && error === options.signal.reason) return undefined;
    options.observer?.failed?.(name, error);
    return { eval: concreteName(name, options), completionFns: names, error, resumed: false };
  }
}

/** The name that a run of this eval has in the table, whether it could run or not. */
function concreteName(name: string, options: ManyOptions): string {
  try {
    return openRegistry({ ...options, observer: undefined }).eval(name).key;
  } catch (error) {
    if (error instanceof ConfigError) return name;
    throw error;
  }
}
