import { existsSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  type FakeOpenAI,
  type FakeRequest,
  fakeOpenAI,
  type Reply,
} from "../helpers/fake-openai.ts";
import { type LogLines, logLines } from "../helpers/log-lines.ts";
import { type OaievalProcess, startOaieval } from "../helpers/oaieval-process.ts";
import { questions, tinyRegistry } from "../helpers/tiny-registry.ts";

/** How the program is run. */
export interface FaultyRunOptions {
  /** Questions with the ideal "A". @default 9 */
  readonly samples?: number;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A run of the program that has begun, and whom it asks. */
export interface FaultyRun {
  readonly oaieval: OaievalProcess;
  readonly server: FakeOpenAI;
  readonly logPath: string;
}

/** A run of the program that has come to its end by itself. */
export interface EndedRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly requests: readonly FakeRequest[];
  readonly hasLog: boolean;
  readonly log: LogLines;
}

/** Starts the built program on `t-match`, before a server that follows a script. */
export async function startAgainst(
  replies: readonly Reply[],
  { samples = 9, flags = [], env = {} }: FaultyRunOptions = {},
): Promise<FaultyRun> {
  const server = await fakeOpenAI(...replies);
  onTestFinished(() => server.close());
  const root = tinyRegistry({ rows: questions(samples) });
  const logPath = join(root, "log.jsonl");
  const argv = ["stub", "t-match", "--registry_path", root, "--record_path", logPath, ...flags];
  const oaieval = startOaieval(argv, {
    cwd: root,
    env: { OPENAI_BASE_URL: server.baseURL, ...env },
  });
  return { oaieval, server, logPath };
}

/** Runs the built program until it ends by itself. */
export async function runAgainst(
  replies: readonly Reply[],
  options?: FaultyRunOptions,
): Promise<EndedRun> {
  const { oaieval, server, logPath } = await startAgainst(replies, options);
  const exitCode = await oaieval.exitCode;
  const { stdout, stderr } = oaieval;
  return {
    exitCode,
    stdout,
    stderr,
    requests: server.requests,
    hasLog: existsSync(logPath),
    get log() {
      return logLines(logPath);
    },
  };
}

/** The number of the question that a request asks. */
export function questionOf({ body }: FakeRequest): number {
  const [, number = "-1"] = /Question (\d+)/.exec(JSON.stringify(body)) ?? [];
  return Number(number);
}
