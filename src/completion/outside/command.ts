import { resolve } from "node:path";
import { z } from "zod";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../../core/completion.ts";
import { CompletionError, ConfigError } from "../../core/errors.ts";
import { type Prompt, toMessages } from "../../core/prompt.ts";
import type { CompletionFnContext, Needs } from "../../core/registry-view.ts";
import { timeLimit, withinTime } from "../calls/time-limit.ts";
import { toPlainText } from "../calls/turns.ts";
import { variable } from "../openai/openai-client.ts";
import { answerInJson } from "./answer-in-json.ts";
import { programError, startError } from "./command-error.ts";
import { type JsonPath, parsePath } from "./json-path.ts";
import { programWords } from "./program-words.ts";
import { type EndedProgram, RunningPrograms, runProgram } from "./run-program.ts";

const Args = z
  .strictObject({
    /** The program and its arguments, as a list or a text; no shell is between. */
    command: z.union([z.string(), z.array(z.string()).min(1)]),
    /** Folder where it runs. @default the working directory */
    cwd: z.string().optional(),
    /** Environment variables that it gets beside those that find programs and folders. */
    env: z.array(z.string()).default([]),
    /** What it prints. */
    output: z.enum(["text", "json"]).default("text"),
    /** Where the answer is in its JSON, as in `result.texts[0]`. @default the whole */
    path: z.string().optional(),
    /** Longest wait for one answer, in seconds. @default --timeout */
    timeout: z.number().positive().optional(),
  })
  .refine(({ output, path }) => output === "json" || path === undefined, {
    path: ["path"],
    error: "is for output: json",
  });
type Args = z.infer<typeof Args>;

/**
 * Any program: it reads the prompt as JSON from its standard input and prints the answer. The JSON
 * has `prompt`, the same as `messages` and as `text`, `params` and `sample_id`.
 */
export class Command implements CompletionFn {
  static readonly Args = Args;
  static readonly needs: Needs = ({ env }) =>
    Array.isArray(env) ? unset(env).map((name) => `set ${name}`) : [];
  readonly #args: Args;
  readonly #words: readonly [string, ...string[]];
  readonly #path: JsonPath;
  readonly #env: Readonly<Record<string, string>>;
  readonly #running: RunningPrograms;
  readonly #context: CompletionFnContext;

  /** @throws {ConfigError} when the command or path is none, or a named variable is not set */
  constructor(args: Args, context: CompletionFnContext) {
    const { command, path = "", env } = args;
    const [program = "", ...rest] = typeof command === "string" ? programWords(command) : command;
    this.#args = args;
    this.#words = [program, ...rest];
    this.#path = parsePath(path, "path");
    this.#env = environment(env, context);
    this.#running = context.scope.get(RunningPrograms);
    this.#context = context;
  }

  async complete(
    prompt: Prompt,
    params: CompletionParams,
    { sampleId, signal }: CallContext,
  ): Promise<CompletionResult> {
    const limit = timeLimit(this.#context, this.#args.timeout);
    const input = JSON.stringify({
      prompt,
      messages: toMessages(prompt, "user"),
      text: toPlainText(prompt),
      params,
      sample_id: sampleId,
    });
    const ended = await withinTime(limit, signal, (own) => this.#run(input, own));
    return this.#read(ended);
  }

  async #run(input: string, signal: AbortSignal): Promise<EndedProgram> {
    const [file, ...args] = this.#words;
    const cwd = resolve(this.#context.cwd, this.#args.cwd ?? ".");
    try {
      return await runProgram({ file, args, cwd, env: this.#env, input }, this.#running, signal);
    } catch (error) {
      throw startError(error, { file, cwd });
    }
  }

  #read(ended: EndedProgram): CompletionResult {
    const { name, secrets } = this.#context;
    const fault = programError(ended, name, secrets);
    if (fault) throw fault;
    const { stdout } = ended;
    if (this.#args.output === "text") return { completions: [stdout.replace(/\r?\n$/, "")] };
    return answerInJson(parsed(stdout, name), this.#path);
  }
}

function unset(names: readonly unknown[]): string[] {
  return names.map(String).filter((name) => variable(name) === undefined);
}

/** Without these, programs find neither others nor the user's folders. */
const ALWAYS = [
  "PATH",
  "HOME",
  "USER",
  "LANG",
  "LC_ALL",
  "TZ",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SystemRoot",
  "PATHEXT",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
];

const SECRET = /key|token|secret|passw|auth|credential/i;

function environment(
  named: readonly string[],
  { secrets }: CompletionFnContext,
): Readonly<Record<string, string>> {
  const [missing] = unset(named);
  if (missing !== undefined) {
    throw new ConfigError(`${missing}, which env names, is not set`, { fix: `set ${missing}` });
  }
  const entries = [...ALWAYS, ...named].flatMap((name) => {
    const value = variable(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  for (const [name, value] of entries) if (SECRET.test(name)) secrets.add(value);
  return Object.fromEntries(entries);
}

function parsed(stdout: string, name: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch (cause) {
    const shown = stdout.trim() === "" ? "nothing" : JSON.stringify(stdout.slice(0, 200));
    throw new CompletionError(`${name} printed no JSON: ${shown}`, {
      fix: "print one JSON value and nothing else, or set output: text",
      cause,
    });
  }
}
