import { type ChildProcess, spawn } from "node:child_process";

/** A program to run. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** What it reads from its standard input. */
  readonly input: string;
}

/** How a program ended. */
export interface EndedProgram {
  readonly stdout: string;
  /** The end of what it wrote there, at most 64 KiB. */
  readonly stderr: string;
  readonly exitCode: number | null;
  /** The signal that ended it. */
  readonly killedBy: NodeJS.Signals | null;
  /** Whether it wrote more than 64 MiB and was ended for it. */
  readonly isEndless: boolean;
}

/**
 * Runs a program without a shell. When the signal aborts, it and all programs that it started are
 * killed.
 *
 * @throws the system's error when it cannot be started
 */
export function runProgram(
  program: Program,
  running: RunningPrograms,
  signal: AbortSignal,
): Promise<EndedProgram> {
  return new Promise((resolve, reject) => {
    const { file, args, cwd, env, input } = program;
    const child = spawn(file, args, { cwd, env, detached: HAS_GROUPS, windowsHide: true });
    const kill = () => killGroup(child);
    running.add(child);
    signal.addEventListener("abort", kill, { once: true });

    const stdout: Buffer[] = [];
    let stderr = Buffer.alloc(0);
    let bytes = 0;
    child.stdout.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > LONGEST_OUTPUT) return kill();
      stdout.push(piece);
    });
    child.stderr.on("data", (piece: Buffer) => {
      stderr = Buffer.concat([stderr, piece]).subarray(-LONGEST_ERROR);
    });
    child.stdin.on("error", () => {}); // a program need not read its input
    child.stdin.end(input);

    const done = () => {
      running.delete(child);
      signal.removeEventListener("abort", kill);
    };
    child.on("error", (error) => {
      done();
      reject(error);
    });
    child.on("close", (exitCode, killedBy) => {
      done();
      resolve({
        stdout: Buffer.concat(stdout).toString(),
        stderr: stderr.toString(),
        exitCode,
        killedBy,
        isEndless: bytes > LONGEST_OUTPUT,
      });
    });
  });
}

/** Programs that run now, all of a run; whoever ends this process ends them too. */
export class RunningPrograms {
  readonly #children = new Set<ChildProcess>();
  readonly #killAll = () => {
    for (const child of this.#children) killGroup(child);
  };

  add(child: ChildProcess): void {
    if (this.#children.size === 0) process.on("exit", this.#killAll);
    this.#children.add(child);
  }

  delete(child: ChildProcess): void {
    this.#children.delete(child);
    if (this.#children.size === 0) process.off("exit", this.#killAll);
  }
}

const LONGEST_OUTPUT = 64 * 1024 * 1024;
const LONGEST_ERROR = 64 * 1024;

/** Elsewhere a program of its own group gets a window of its own. */
const HAS_GROUPS = process.platform !== "win32";

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (HAS_GROUPS) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // it has ended by itself
  }
}
