import { appendFileSync } from "node:fs";
import { resolve } from "node:path";
import type { RunFlags } from "./flags.ts";
import type { Io, Output } from "./io.ts";

/** Where messages of a run go: the screen, or with `--log-to-file` a file. */
export function messageOutput({ logToFile }: RunFlags, { cwd, stderr }: Io): Output {
  if (logToFile === undefined) return stderr;
  const path = resolve(cwd, logToFile);
  return { write: (text) => appendFileSync(path, text) };
}
