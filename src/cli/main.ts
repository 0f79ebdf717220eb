import { inspect } from "node:util";
import { type Command, CommanderError } from "commander";
import { describeError, OaievalError } from "../core/errors.ts";
import { Secrets } from "../core/secrets.ts";
import type { Io, Output } from "./io.ts";
import { createProgram } from "./program.ts";
import { refuseSwallowed } from "./swallowed-flag.ts";

/** What the bins hand over; `main` adds the rest. */
export type ProcessIo = Omit<Io, "argv" | "secrets">;

/**
 * Runs a command line.
 *
 * @param argv the arguments after the program's name
 * @returns the exit code: 0 good, 1 something failed, 2 the user must change something,
 *   130 or 143 interrupted
 */
export async function main(argv: readonly string[], process: ProcessIo): Promise<number> {
  const io = withoutSecrets({ ...process, argv: ["oaieval", ...argv] });
  if (/^(-V|--version)$/.test(argv[0] ?? "")) return printVersion(io);
  let exitCode = 0;
  const program = createProgram(io, (code) => {
    exitCode = code;
  });
  if (argv.length === 0) {
    program.outputHelp({ error: true });
    return 2;
  }
  try {
    const words = argv.map(dashed);
    const isRun = isFunction(words[0], program);
    const line = isRun ? ["run", ...words] : words;
    refuseSwallowed(line, program);
    await program.parseAsync(line, { from: "user" });
    return exitCode;
  } catch (error) {
    return await explain(error, io);
  }
}

/** Whether a command line begins with a completion function: `run` may be left out before it. */
function isFunction(word = "", { commands }: Command): boolean {
  return (
    !word.startsWith("-") && ![...commands.map((command) => command.name()), "help"].includes(word)
  );
}

/** `--max_samples=3` as `--max-samples=3`: openai/evals mixes both spellings. */
function dashed(argument: string): string {
  const [flag = ""] = argument.split("=", 1);
  if (!/^--\w/.test(flag)) return argument;
  const name = flag.replaceAll("_", "-");
  const value = argument.slice(flag.length);
  return (value === "" ? name : (FLAGS_WITH_VALUE[name] ?? name)) + value;
}

/** What stands alone or has a value after `=` never takes the next argument for its value. */
const FLAGS_WITH_VALUE: Readonly<Record<string, string>> = {
  "--resume": "--resume-log",
  "--cache": "--cache-folder",
};

async function explain(error: unknown, io: Io): Promise<number> {
  if (error instanceof CommanderError) {
    const listed = listCommandOf(error);
    if (listed) io.stderr.write(`names: ${listed}\n`);
    return error.exitCode === 0 ? 0 : 2;
  }
  if (error instanceof OaievalError) {
    io.stderr.write(`${describeError(error)}\n`);
    if (io.argv.includes("--debug")) io.stderr.write(`${inspect(error)}\n`);
    return 2;
  }
  if (io.signal.aborted && error === io.signal.reason) {
    const { interruptedCode } = await import("./exit-code.ts");
    io.stderr.write(`interrupted (${String(error)}) before anything was asked\n`);
    return interruptedCode(io.signal);
  }
  io.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return 1;
}

/** What lists the names that a missing argument may have. */
function listCommandOf({ code, message }: CommanderError): string | undefined {
  if (code !== "commander.missingArgument") return undefined;
  const [, argument = ""] = /'(\w+)'/.exec(message) ?? [];
  return LIST_COMMANDS[argument];
}

const LIST_COMMANDS: Readonly<Record<string, string>> = {
  completion_fn: "oaieval list completion-fns",
  eval: "oaieval list",
  eval_set: "oaieval list sets",
};

/** Nothing that is known to be secret reaches the screen, whoever prints it. */
function withoutSecrets(process: Omit<Io, "secrets">): Io {
  const secrets = new Secrets();
  const redacting = (output: Output): Output => ({
    write: (text) => output.write(secrets.redact(text)),
    isTTY: output.isTTY,
    get columns() {
      return output.columns;
    },
  });
  return {
    ...process,
    secrets,
    stdout: redacting(process.stdout),
    stderr: redacting(process.stderr),
  };
}

async function printVersion(io: Io): Promise<number> {
  const { version } = await import("../core/version.ts");
  io.stdout.write(`${version()}\n`);
  return 0;
}
