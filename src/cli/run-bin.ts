import * as nodeModule from "node:module";
import { constants } from "node:os";
import { processIo } from "./env.ts";
import { main } from "./main.ts";
import { UncaughtError } from "./uncaught.ts";

/**
 * Runs the process's command line and ends the process: the first Ctrl-C asks the command to
 * finish, the second ends at once. What a log holds is whole either way. An error that nobody
 * caught, as of a timer of foreign code, asks it to finish too: what was judged is reported.
 *
 * @param command words that stand before the arguments
 */
export function runBin(command: readonly string[]): void {
  keepCompiledCode();
  const interrupted = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (interrupted.signal.aborted) process.exit(128 + constants.signals[name]);
      interrupted.abort(name);
    });
  }
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error) => endByUncaught(error, interrupted));
  }
  process.stdout.on("error", leaveQuietly);
  process.stderr.on("error", leaveQuietly);

  void main([...command, ...process.argv.slice(2)], processIo(interrupted.signal)).then((code) => {
    // A handle that foreign code left open must not keep the process; what was written goes out.
    process.stdout.write("", () => process.stderr.write("", () => process.exit(code)));
  });
}

/** Code that throws once throws for every sample: the first time is told. */
function endByUncaught(cause: unknown, interrupted: AbortController): void {
  process.exitCode = 1; // should nothing be left that ends the process
  if (interrupted.signal.aborted) return;
  const error = new UncaughtError(cause);
  process.stderr.write(`${error.message}\n  fix:   await what the code starts\n`);
  interrupted.abort(error);
}

/** Node 22 and later start faster with what they compiled before; Node 20 cannot keep it. */
function keepCompiledCode(): void {
  const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: () => unknown };
  enableCompileCache?.();
}

/** A reader such as `head` closed the pipe: nobody is left to tell. */
function leaveQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
}
