import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { fakeOpenAI } from "../helpers/fake-openai.ts";
import { runCli } from "../helpers/run-cli.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";
import { type Block, blocksOf, PROJECT } from "./pages.ts";
import { runScript, runTests } from "./run-code.ts";
import { type Command, commandsOf } from "./shell.ts";

/** What a command of a page printed, and its exit code. */
export interface Played {
  readonly exitCode: number;
  readonly output: string;
}

/** Programs of other people that a reader runs too. */
const NOT_OURS = new Set(["cd", "curl", "git", "llama-server", "ollama", "pip", "vllm"]);

/**
 * Does what a page tells its reader to do, in an empty folder:
 *
 * - `file=NAME` writes the block to a file
 * - `sh run` runs the commands; `exit=N` is what the last one ends with, and with `model` there is
 *   a server that answers like OpenAI's
 * - `text output` is what the commands before it print; `…` stands for anything
 *
 * `LOG` in a command is the log of the last run.
 */
export async function playPage(page: string): Promise<void> {
  const player = await Player.start();
  for (const block of blocksOf(page)) await player.play(block);
}

class Player {
  readonly #folder = tempRegistry({});
  readonly #origin: string;
  readonly #exported: Record<string, string> = {};
  #last: Played = { exitCode: 0, output: "" };
  #log = "LOG";

  static async start(): Promise<Player> {
    const server = await fakeOpenAI("Peru, Chad");
    onTestFinished(() => server.close());
    return new Player(server.baseURL.replace(/\/v1$/, ""));
  }

  constructor(origin: string) {
    this.#origin = origin;
  }

  async play({ language, marks, text, where }: Block): Promise<void> {
    const file = marks.get("file");
    if (file !== undefined) return this.#write(file, text);
    if (marks.has("output")) return expectOutput(this.#last.output, text, where);
    if (language !== "sh" || !marks.has("run")) return;

    const commands = commandsOf(text);
    const wanted = Number(marks.get("exit") ?? 0);
    let output = "";
    for (const [index, command] of commands.entries()) {
      const done = await this.#run(command, marks);
      output += done.output;
      const line = `${where} ${command.words.join(" ")}\n${done.output}`;
      expect(done.exitCode, line).toBe(index === commands.length - 1 ? wanted : 0);
    }
    this.#last = { exitCode: wanted, output };
  }

  async #run({ env, words }: Command, marks: Block["marks"]): Promise<Played> {
    const [program = "", ...args] = words[0] === "npx" ? words.slice(1) : words;
    if (NOT_OURS.has(program)) return nothing;
    if (program === "export") return this.#export(args);
    if (program === "npm") return this.#npm(args);
    if (program === "rm") return nothing;
    if (program === "cat") return { exitCode: 0, output: this.#read(args) };
    if (program === "node") return runScript(args, this.#folder);
    if (program === "vitest") return runTests(this.#folder);
    if (program === "oaieval") return this.#oaieval(args, this.#environment(env, marks));
    if (program === "oaievalset") {
      return this.#oaieval(["set", ...args], this.#environment(env, marks));
    }
    throw new Error(`nobody knows how to run "${program}"`);
  }

  async #oaieval(args: readonly string[], env: Record<string, string>): Promise<Played> {
    const variables = { OPENAI_API_KEY: "", OPENAI_BASE_URL: "", ...env };
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const argv = args.map((arg) => this.#here(arg === "LOG" ? this.#log : arg));
    let said = "";
    const log = vi.spyOn(console, "log").mockImplementation((text) => {
      said += `${text}\n`;
    });
    const { exitCode, stdout, stderr } = await runCli(argv, { cwd: this.#folder, env });
    log.mockRestore();
    const output = stderr + said + stdout;
    for (const [path] of output.matchAll(/\/tmp\/evallogs\/\S+\.jsonl/g)) {
      this.#log = path;
      onTestFinished(() => rmSync(path, { force: true }));
    }
    return { exitCode, output };
  }

  #environment(own: Readonly<Record<string, string>>, marks: Block["marks"]) {
    const model = { OPENAI_API_KEY: "sk-of-the-docs", OPENAI_BASE_URL: `${this.#origin}/v1` };
    const env = { ...(marks.has("model") ? model : {}), ...this.#exported, ...own };
    const entries = Object.entries(env).map(([name, value]) => [name, this.#here(value)]);
    return Object.fromEntries(entries) as Record<string, string>; // entries of texts
  }

  /** Whatever server a page speaks of, ours answers. */
  #here(text: string): string {
    return text.replace(/http:\/\/localhost:\d+/, this.#origin);
  }

  #export(assignments: readonly string[]): Played {
    for (const { env } of commandsOf(assignments.map((each) => `${each} true`).join("\n"))) {
      Object.assign(this.#exported, env);
    }
    return nothing;
  }

  /** An installed package is one of ours; other things that npm does are done by hand. */
  #npm([verb = "", ...args]: readonly string[]): Played {
    const packages = verb === "install" ? args.filter((arg) => /^[a-z@]/.test(arg)) : [];
    for (const name of packages) {
      const link = join(this.#folder, "node_modules", name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(PROJECT, "node_modules", name), link);
    }
    return nothing;
  }

  #write(file: string, text: string): void {
    const path = join(this.#folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.replace(/http:\/\/localhost:\d+/g, this.#origin));
  }

  #read(names: readonly string[]): string {
    return names.map((name) => readFileSync(join(this.#folder, name), "utf8")).join("");
  }
}

const nothing: Played = { exitCode: 0, output: "" };

/** Every line must be there, in this order; a line of `…` alone stands for any lines. */
function expectOutput(output: string, wanted: string, where: string): void {
  const pattern = wanted
    .trimEnd()
    .split("…")
    .map((part) => part.replace(/[\\^$.+*?()[\]{}|]/g, "\\$&"))
    .join("[^]*?");
  expect(output, where).toMatch(new RegExp(pattern));
}
