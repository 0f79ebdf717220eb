import * as nodeModule from "node:module";
import { constants } from "node:os";
import { processIo } from "./env.ts";
import { main } from "./main.ts";

/**
 * Runs the process's command line and ends the process: the first Ctrl-C asks the command to
 * finish, the second ends at once. What a log holds is whole either way.
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
  process.stdout.on("error", leaveQuietly);
  process.stderr.on("error", leaveQuietly);

  void main([...command, ...process.argv.slice(2)], processIo(interrupted.signal)).then((code) => {
    // A handle that foreign code left open must not keep the process; what was written goes out.
    process.stdout.write("", () => process.stderr.write("", () => process.exit(code)));
  });
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
