import { Argument, Command, Option } from "commander";
import { ANSWERED_BY_LOG, addRegistryFlag, addRunFlags, count, SET_BY_LOG } from "./flags.ts";
import { addFlowFlags } from "./flow-flags.ts";
import type { Io } from "./io.ts";

const EXAMPLES = `
Examples:
  oaieval baseline/countries extract_countries         no key, no network
  oaieval gpt-4o extract_countries --max-samples 20    needs OPENAI_API_KEY
  oaieval gpt-4o,gpt-4.1 extract_countries --each      side by side
  oaieval flow ./flow.dag.yaml --data rows.jsonl       a flow, on rows or on an earlier run
  oaieval show LOG                                     what failed, and why

All flags of a run: oaieval run --help. They may be written with "_" or "-": --max_samples is --max-samples.
Exit codes: 0 all judged, 1 a sample failed or a gate is not met, 2 nothing ran, 130 interrupted.`;

/**
 * The command line: names, arguments and help. Each action loads its command when it is called,
 * so that \`--help\` costs nothing but this file.
 *
 * @param settle takes the exit code of the command that ran
 */
export function createProgram(io: Io, settle: (exitCode: number) => void): Command {
  const program = new Command("oaieval")
    .description("Evaluate language models, and systems built on them, from a registry of evals.")
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    })
    .usage("<completion_fn> <eval> [flags]\n       oaieval <command> …")
    .showHelpAfterError("all flags and an example: oaieval --help")
    .exitOverride()
    .enablePositionalOptions()
    .option("-V, --version", "print the version")
    .addHelpText("after", EXAMPLES);

  addRunFlags(
    program
      .command("run", { isDefault: true })
      .description('run one eval (the word "run" may be left out)')
      .argument(
        "<completion_fn>",
        "a model, a registry name or ./file.ts:Class; a comma list where the eval takes several",
      )
      .argument("<eval>", "a name of the registry or ./file.ts:Class"),
  )
    .option("--csv <file>", "write one row per sample as CSV")
    .option("--out <dir>", "write metrics.json and outputs.jsonl there")
    .option("--run <log>", "score the answers of this log, and ask nobody for answers")
    .addOption(
      new Option(
        "--repeat <n>",
        "with --run, of a log with repeats: which one (default 0)",
      ).argParser(count),
    )
    .option(
      "--resume",
      "go on with the newest log of the same function and eval; --resume=LOG with that one",
    )
    .addOption(new Option("--resume-log <log>").hideHelp())
    .action(async (completionFn: string, name: string, flags) => {
      const { run } = await import("./commands/run.ts");
      settle(await run({ completionFn, name }, flags, io));
    });

  addRunFlags(
    program
      .command("set")
      .description("run all evals of a set (also: oaievalset)")
      .argument("<completion_fn>", "as for a single eval")
      .argument("<eval_set>", "a name of the registry's eval_sets"),
  )
    .option(
      "--resume",
      "read evals that are done from their logs, go on with those that were begun",
    )
    .option("--exit-on-error", "stop at an eval that could not run")
    .addOption(new Option("--no-resume", "the default").hideHelp())
    .addOption(new Option("--no-exit-on-error", "the default").hideHelp())
    .action(async (completionFn: string, name: string, flags) => {
      const { runSet } = await import("./commands/set.ts");
      settle(await runSet({ completionFn, name }, flags, io));
    });

  addRunFlags(
    program
      .command("resume")
      .description("go on with a run: ask again only what is missing or failed, in the same log")
      .argument("<log>", "the log file of the run"),
    { without: SET_BY_LOG },
  )
    .option("--csv <file>", "write one row per sample as CSV")
    .action(async (log: string, flags) => {
      const { resume } = await import("./commands/resume.ts");
      settle(await resume(log, flags, io));
    });

  addRunFlags(
    program
      .command("score")
      .description("judge the answers of a log again: other args, another judge, another eval")
      .argument("<log>", "the log file of a run, of openai/evals too")
      .option("--eval <eval>", "judge by this eval (default: that of the log)")
      .option("--metrics <names>", "score by these metrics instead, a comma list"),
    { without: ANSWERED_BY_LOG },
  )
    .option("--csv <file>", "write one row per sample as CSV")
    .option("--out <dir>", "write metrics.json and outputs.jsonl there")
    .action(async (log: string, flags) => {
      const { score } = await import("./commands/score.ts");
      settle(await score(log, flags, io));
    });

  addFlowFlags(
    program
      .command("flow")
      .description("run a flow: on rows of data, on what an earlier run gave out, or on both")
      .argument("<flow>", "a flow file, its folder, or an eval of class flow"),
  ).action(async (name: string, flags) => {
    const { flow } = await import("./commands/flow.ts");
    settle(await flow(name, flags, io));
  });

  addRegistryFlag(
    program
      .command("list")
      .description("show what the registry holds")
      .argument("[kind]", "evals, sets, completion-fns, metrics or modelgraded", "evals")
      .argument("[pattern]", "names to show; * stands for anything"),
  )
    .option("--json", "print JSON instead of a table")
    .action(async (kind: string, pattern: string | undefined, flags) => {
      const { list } = await import("./commands/list.ts");
      settle(await list({ kind, pattern }, flags, io));
    });

  addRegistryFlag(
    program
      .command("check")
      .description("load evals, their args and every row; ask no model")
      .argument("[names...]", "evals, * stands for anything (default: all of the registry)"),
  )
    .option("--strict", "warnings fail as well")
    .option("--against <file>", "report overlaps of the samples with training data")
    .option("--extra-eval-params <k=v,…>", "put over the eval's args")
    .option("--json", "print JSON instead of text")
    .action(async (names: string[], flags) => {
      const { check } = await import("./commands/check.ts");
      settle(await check(names, flags, io));
    });

  program
    .command("cache")
    .description("count or delete what is kept of earlier runs: answers of models, data")
    .addArgument(new Argument("<action>", "stats or clear").choices(["stats", "clear"]))
    .option("--answers", "answers of models only, which --cache keeps")
    .option("--data", "downloaded and converted data only")
    .option(
      "--cache-folder <dir>",
      "where answers are, if not in the default folder; also --cache=DIR",
    )
    .option("--json", "print JSON instead of a table")
    .action(async (action: string, flags) => {
      const { cacheClear, cacheStats } = await import("./commands/cache.ts");
      settle(await (action === "clear" ? cacheClear : cacheStats)(flags, io));
    });

  program
    .command("show")
    .description("list the samples of a log: prompt, answer, expected, why")
    .argument("<log>", "a log file, a run id or the name of a run")
    .option("--all", "list the right answers too, not only what failed")
    .option("--lines", "list each line of a flow with inputs and outputs (of other runs: samples)")
    .option("--failed", "list only those that failed")
    .option("--metrics", "print the report as JSON")
    .option("--metric <name>", "list what a metric said of each sample, and what its judge wrote")
    .option("--csv <file>", "write one row per sample as CSV")
    .addOption(new Option("--max <n>", "list at most n samples").argParser(count).default(20))
    .action(async (log: string, flags) => {
      const { show } = await import("./commands/show.ts");
      settle(await show(log, flags, io));
    });

  addShowAliases(program, io, settle);
  return program;
}

/** The names that promptflow has for two ways to look at a run. */
function addShowAliases(program: Command, io: Io, settle: (exitCode: number) => void): void {
  const aliases = [
    {
      name: "show-metrics",
      means: { metrics: true },
      description: "the same as show LOG --metrics",
    },
    { name: "show-details", means: { lines: true }, description: "the same as show LOG --lines" },
  ];
  for (const { name, means, description } of aliases) {
    program
      .command(name, { hidden: true })
      .description(description)
      .argument("<log>", "a log file, a run id or the name of a run")
      .addOption(new Option("--max <n>", "list at most n lines").argParser(count).default(20))
      .action(async (log: string, flags) => {
        const { show } = await import("./commands/show.ts");
        settle(await show(log, { ...flags, ...means }, io));
      });
  }
}
