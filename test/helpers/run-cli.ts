import { main } from "../../src/cli/main.ts";

/** What a command printed, and its exit code. */
export interface CliRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and how a command runs in a test. */
export interface CliSurroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly isTTY?: boolean;
  readonly stdin?: AsyncIterable<Uint8Array | string>;
}

/** Runs a command line in this process, without the variables of whoever runs the tests. */
export async function runCli(
  argv: readonly string[],
  {
    cwd = process.cwd(),
    env = {},
    signal = new AbortController().signal,
    isTTY = false,
    stdin,
  }: CliSurroundings = {},
): Promise<CliRun> {
  const [stdout, stderr] = [collector(isTTY), collector(isTTY)];
  const exitCode = await main(argv, { stdout, stderr, stdin, env, cwd, signal });
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
}

function collector(isTTY: boolean) {
  const parts: string[] = [];
  return { isTTY, write: (part: string) => parts.push(part), text: () => parts.join("") };
}
