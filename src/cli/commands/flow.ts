import { statSync } from "node:fs";
import { basename, isAbsolute, join, resolve } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import { usualFile } from "../../flow/make-flow.ts";
import { runEval } from "../../run/run-eval.ts";
import type { Io } from "../io.ts";
import { type ReportFlags, report } from "./run.ts";

/** Flags of `oaieval flow`. */
export interface FlowFlags extends ReportFlags {
  readonly data?: string;
  readonly run?: string;
  readonly repeat?: number;
  readonly map?: readonly string[];
  readonly columnMapping?: readonly string[];
  readonly variant?: readonly string[];
  readonly line?: number;
  readonly connections?: string;
  readonly allowPython?: boolean;
  readonly python?: string;
  readonly recordNodes?: boolean;
  readonly allowChangedData?: boolean;
  readonly resume?: boolean;
  /** The log of `--resume=LOG`. */
  readonly resumeLog?: string;
}

/** What stands in the log for the completion function: nodes ask by themselves. */
const FUNCTION = "flow";

/** `oaieval flow FLOW`: runs a flow file, or an eval of class flow. */
export async function flow(name: string, flags: FlowFlags, io: Io): Promise<number> {
  const args = await flowArgs(flags, io);
  return report(flags, io, (settings) =>
    runEval({
      ...settings,
      completionFns: [FUNCTION],
      eval: evalOf(name, io),
      args: { ...settings.args, ...args },
      resume: flags.resumeLog ?? flags.resume,
    }),
  );
}

async function flowArgs(flags: FlowFlags, io: Io): Promise<Record<string, unknown>> {
  const { data, run, repeat, variant, line, connections, recordNodes, allowChangedData } = flags;
  const mapping = readMapping([...(flags.map ?? []), ...(flags.columnMapping ?? [])]);
  const args = {
    data,
    run: run === undefined ? undefined : await runPath(run, io),
    run_repeat: repeat,
    column_mapping: Object.keys(mapping).length > 0 ? mapping : undefined,
    variant,
    line,
    connections,
    python: flags.python ?? (flags.allowPython ? "python3" : undefined),
    record_nodes: recordNodes,
    allow_changed_data: allowChangedData,
  };
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

async function runPath(run: string, { cwd }: Io): Promise<string> {
  const { findLog } = await import("../../record/find-log.ts");
  return findLog(run, { cwd });
}

/** `name=${data.column}`, or `name=text` for a constant. */
function readMapping(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at > 0) return [pair.slice(0, at).trim(), pair.slice(at + 1)];
      throw new ConfigError(`"${pair}" maps nothing`, {
        where: "--map",
        fix: `write --map INPUT='\${data.COLUMN}'; in single quotes, or the shell takes the $`,
      });
    }),
  );
}

/** A flow file as a reference that begins like a path; all else is a name of the registry. */
function evalOf(name: string, { cwd }: Io): string {
  const path = resolve(cwd, name);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    const file = usualFile(path);
    if (file !== undefined) return asReference(join(name, basename(file)));
    throw new ConfigError("the folder has no flow file", {
      where: path,
      fix: "name the file, or call it flow.dag.yaml",
    });
  }
  return stats?.isFile() || /\.ya?ml$/.test(name) ? asReference(name) : name;
}

function asReference(path: string): string {
  return isAbsolute(path) || /^\.\.?[\\/]/.test(path) ? path : `./${path}`;
}
