import { type Command, Option } from "commander";
import { addRunFlags, count } from "./flags.ts";

/** Gives a command the flags of a run, and those of a flow. */
export function addFlowFlags(command: Command): Command {
  const groups = FLAGS.reduce((done, option) => done.addOption(option), command.optionsGroup(HEAD));
  return addRunFlags(groups, { without: ELSEWHERE })
    .option("--out <dir>", "write metrics.json and outputs.jsonl there")
    .option("--resume", "go on with the newest log of the same flow; --resume=LOG with that one")
    .addOption(new Option("--resume-log <log>").hideHelp());
}

const HEAD = "What the flow runs on:";

/** Flags of a run that mean nothing to a flow. */
const ELSEWHERE: ReadonlySet<string> = new Set(["each", "completion-args", "parity"]);

const FLAGS: readonly Option[] = [
  new Option("--data <file>", `rows behind \${data.COLUMN}: a path, a folder, a URL`),
  new Option(
    "--run <run>",
    `the earlier run behind \${run.outputs.COLUMN}: a log, its id or name, the folder of a promptflow run, or a file of rows`,
  ),
  new Option("--repeat <n>", "of a log with repeats: which one (default 0)").argParser(count),
  new Option(
    "--map <input=value...>",
    `the value of an input: '\${data.COLUMN}', '\${run.outputs.COLUMN}', or a constant; also --column-mapping`,
  ),
  new Option("--column-mapping <input=value...>").hideHelp(),
  new Option("--variant <node.id...>", "this variant of a node instead of its default one"),
  new Option("--line <n>", "only the line of this number, aggregation included").argParser(count),
  new Option("--connections <file>", "YAML: what the connections of the flow stand for"),
  new Option("--allow-python", "run Python nodes by python3; a flow is code, so trust it first"),
  new Option("--python <command>", "run Python nodes by this Python"),
  new Option("--record-nodes", "keep inputs and output of every node in the log"),
  new Option("--allow-changed-data", "take a data file that has changed since the earlier run"),
];
