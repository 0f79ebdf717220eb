import { ConfigError } from "../core/errors.ts";
import type { InputStream } from "../data/stream-rows.ts";
import type { Io } from "./io.ts";
import type { ProcessIo } from "./main.ts";

/** What the environment says about a run; flags win over it. */
export interface RunEnvironment {
  readonly concurrency: number | undefined;
  readonly timeoutSeconds: number | undefined;
  readonly showProgress: boolean;
}

/** What GitHub Actions says about a step. */
export interface GithubEnvironment {
  /** File that Markdown for the step's summary is added to. */
  readonly summaryPath: string | undefined;
  /** Whether lines of the output can be commands to the runner. */
  readonly annotates: boolean;
}

/** The process as commands see it. */
export function processIo(signal: AbortSignal): ProcessIo {
  const { stdout, stderr, env } = process;
  return { stdout, stderr, stdin: standardInput(), env, cwd: process.cwd(), signal };
}

/** Node opens it when it is first looked at, which most commands never do. */
function standardInput(): InputStream {
  return {
    get readableDidRead() {
      return process.stdin.readableDidRead;
    },
    [Symbol.asyncIterator]: () => process.stdin[Symbol.asyncIterator](),
  };
}

/** Reads the variables of openai/evals. */
export function runEnvironment(env: Io["env"]): RunEnvironment {
  const isSequential = /^(1|true|yes)$/.test(env["EVALS_SEQUENTIAL"] ?? "");
  return {
    concurrency: isSequential ? 1 : numberOf(env, "EVALS_THREADS", isThreadCount),
    timeoutSeconds: numberOf(env, "EVALS_THREAD_TIMEOUT", (seconds) => seconds > 0),
    showProgress: !/^(0|false|no|)$/i.test(env["EVALS_SHOW_EVAL_PROGRESS"] ?? "1"),
  };
}

/** Reads the variables of GitHub Actions. */
export function githubEnvironment(env: Io["env"]): GithubEnvironment {
  return {
    summaryPath: env["GITHUB_STEP_SUMMARY"] || undefined,
    annotates: env["GITHUB_ACTIONS"] === "true",
  };
}

function isThreadCount(number: number): boolean {
  return Number.isInteger(number) && number >= 1;
}

function numberOf(
  env: Io["env"],
  name: string,
  isValid: (number: number) => boolean,
): number | undefined {
  const text = env[name];
  if (text === undefined || text.trim() === "") return undefined;
  const number = Number(text);
  if (isValid(number)) return number;
  throw new ConfigError(`${name} is "${text}"`, { fix: `set it to a number above 0, or unset it` });
}
