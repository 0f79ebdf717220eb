import type { Secrets } from "../core/secrets.ts";
import type { InputStream } from "../data/stream-rows.ts";

/** What a command reads and writes; the bins pass the process, tests pass their own. */
export interface Io {
  /** The command line as it was typed, the program's name first. */
  readonly argv: readonly string[];
  readonly stdout: Output;
  readonly stderr: Output;
  /** What other programs write into this one. */
  readonly stdin?: InputStream | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborts at the first Ctrl-C; its reason is the name of the signal. */
  readonly signal: AbortSignal;
  /** What must not be shown; both outputs leave it out. */
  readonly secrets: Secrets;
}

/** A stream, or something that collects text. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}
