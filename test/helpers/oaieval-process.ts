import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The built program in a process of its own. */
export interface OaievalProcess {
  /** What it printed so far. */
  readonly stdout: string;
  readonly stderr: string;
  kill(signal: NodeJS.Signals): void;
  /** Done when it has said something on stderr. */
  says(text: string): Promise<void>;
  /** Its exit code, when all it printed has arrived; null when a signal ended it. */
  readonly exitCode: Promise<number | null>;
}

/** How it is started. */
export interface ProcessOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** @default "oaieval" */
  readonly bin?: "oaieval" | "oaievalset";
  /** Arguments of Node itself. */
  readonly node?: readonly string[];
  /** Largest file that the process may write, in KiB. */
  readonly largestFile?: number;
  /** Words before the command, such as those of `withoutRootsRights`. */
  readonly prefix?: readonly string[];
}

/**
 * Words before a command that take away what only root may: to write where nobody may. Undefined
 * where root cannot give that up.
 */
export function withoutRootsRights(): readonly string[] | undefined {
  if (process.getuid?.() !== 0) return [];
  const words = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"];
  const [command = "", ...args] = words;
  return spawnSync(command, [...args, "true"]).status === 0 ? words : undefined;
}

/** Starts the program that `npm run build` made; it does not outlive the test. */
export function startOaieval(
  argv: readonly string[],
  { cwd, env = {}, bin = "oaieval", node = [], largestFile, prefix = [] }: ProcessOptions,
): OaievalProcess {
  const file = fileURLToPath(new URL(`../../dist/cli/${bin}.js`, import.meta.url));
  const { PATH = "", HOME = "" } = process.env;
  const limit = largestFile === undefined ? [] : withFileLimit(largestFile);
  const [command = "", ...args] = [...prefix, ...limit, process.execPath, ...node, file, ...argv];
  const child = spawn(command, args, {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));

  const printed = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (printed.stdout += chunk));
  child.stderr.on("data", (chunk) => (printed.stderr += chunk));
  const exitCode = once(child, "close").then(([code]): number | null => code);
  return {
    get stdout() {
      return printed.stdout;
    },
    get stderr() {
      return printed.stderr;
    },
    kill: (signal) => void child.kill(signal),
    exitCode,
    async says(text) {
      const ended = exitCode.then(() => Promise.reject(new Error(`It never said "${text}"`)));
      while (!printed.stderr.includes(text)) {
        await Promise.race([once(child.stderr, "data"), ended]);
      }
      ended.catch(() => {}); // it has said it, and may end
    },
  };
}

/** Words before a command: what goes beyond the limit is then an error and no signal. */
function withFileLimit(kib: number): string[] {
  return ["bash", "-c", `trap '' XFSZ; ulimit -f ${kib}; exec "$0" "$@"`];
}
