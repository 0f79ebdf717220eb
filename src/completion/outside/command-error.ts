import { existsSync } from "node:fs";
import { CompletionError } from "../../core/errors.ts";
import type { Secrets } from "../../core/secrets.ts";
import type { EndedProgram } from "./run-program.ts";

/** Why a program could not be started; it will not be for any other sample. */
export function startError(
  error: unknown,
  { file, cwd }: { readonly file: string; readonly cwd: string },
): unknown {
  const { code } = Object(error) as NodeJS.ErrnoException;
  if (code === undefined) return error;
  if (!existsSync(cwd)) {
    return fatal(
      `there is no folder "${cwd}"`,
      "set cwd to the folder where the program runs",
      error,
    );
  }
  if (code === "ENOENT") {
    return fatal(
      `there is no program "${file}"`,
      `install it, or write its path from ${cwd}`,
      error,
    );
  }
  const fix = code === "EACCES" ? `chmod +x ${file}, or name the program that runs it` : undefined;
  return fatal(`"${file}" cannot be started (${code})`, fix, error);
}

function fatal(message: string, fix: string | undefined, cause: unknown): CompletionError {
  return new CompletionError(message, { kind: "fatal", where: "command", fix, cause });
}

/** What is wrong with how a program ended; undefined when it went well. */
export function programError(
  { exitCode, killedBy, stderr, isEndless }: EndedProgram,
  name: string,
  secrets: Secrets,
): CompletionError | undefined {
  if (isEndless) {
    return new CompletionError(`${name} printed more than 64 MiB and was ended`);
  }
  if (exitCode === 0) return undefined;
  const end = killedBy ? `was ended by ${killedBy}` : `ended with exit code ${exitCode}`;
  const said = lastLines(stderr);
  return new CompletionError(secrets.redact(`${name} ${end}${said && `: ${said}`}`));
}

const LINES = 5;

/** The last lines, on one: the reason stands at the end of a stack of Python's, too. */
function lastLines(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const shown = lines.slice(-LINES).map((line) => line.trim());
  return shown.join(" | ").slice(-500);
}
