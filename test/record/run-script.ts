import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const JITI = fileURLToPath(new URL("../../node_modules/jiti/lib/jiti-cli.mjs", import.meta.url));

/** How a script ended and what it printed. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

export interface ScriptOptions {
  /** Kills the process, without a chance to clean up, once this is true of its output. */
  readonly killAt?: (output: string) => boolean;
  /** Largest file that the process may write, in KiB. */
  readonly largestFile?: number;
  /** Largest heap of the process, in MiB. */
  readonly largestHeap?: number;
}

/** Runs a TypeScript file in a process of its own. */
export function runScript(
  script: URL,
  args: readonly string[],
  { killAt, largestFile, largestHeap = 512 }: ScriptOptions = {},
): Promise<Ended> {
  const command = [`--max-old-space-size=${largestHeap}`, JITI, fileURLToPath(script), ...args];
  const child =
    largestFile === undefined
      ? spawn(process.execPath, command, { env: ENV })
      : spawn("bash", ["-c", limited(largestFile), process.execPath, ...command], { env: ENV });

  let output = "";
  const listen = (chunk: Buffer) => {
    output += chunk;
    if (killAt?.(output)) child.kill("SIGKILL");
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  return new Promise((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, output }));
  });
}

/** Without the trap the process would get a signal instead of an error. */
function limited(largestFile: number): string {
  return `trap '' XFSZ; ulimit -f ${largestFile}; exec "$0" "$@"`;
}

const ENV = { ...process.env, JITI_FS_CACHE: "false" };
