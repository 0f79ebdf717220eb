import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { Command } from "../../../src/completion/outside/command.ts";
import type { CompletionFnContext } from "../../../src/core/registry-view.ts";
import { tempRegistry } from "../../helpers/temp-registry.ts";
import { testCall, testContext } from "../contexts.ts";

/** A program of one line of JavaScript; `input` is what it read. */
function program(code: string, args: object = {}, context: Partial<CompletionFnContext> = {}) {
  const source = `const input = JSON.parse(require("fs").readFileSync(0)); ${code}`;
  const parsed = Command.Args.parse({ command: [process.execPath, "-e", source], ...args });
  return new Command(parsed, testContext({ name: "bot", ...context }));
}

const PROMPT = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Péru? {x}" },
];

afterEach(() => {
  vi.unstubAllEnvs();
});

test("a program reads the prompt in every form, and what it prints is the answer", async () => {
  const fn = program("console.log(JSON.stringify(input))");

  const { completions } = await fn.complete(PROMPT, { temperature: 0 }, testCall());

  expect(JSON.parse(completions[0] ?? "")).toEqual({
    prompt: PROMPT,
    messages: PROMPT,
    text: "Be brief.\nUser: Péru? {x}",
    params: { temperature: 0 },
    sample_id: "test.dev.0",
  });
});

test("a prompt that is text is a message of the user", async () => {
  const fn = program("console.log(input.messages[0].role, input.text === input.prompt)");

  expect((await fn.complete("Peru?", {}, testCall())).completions).toEqual(["user true"]);
});

test.each([
  ["Lima\\n", "Lima"],
  ["Lima\\r\\n", "Lima"],
  [" a\\n\\n", " a\n"],
  ["", ""],
])("of %j one line break at the end is left out", async (printed, answer) => {
  const fn = program(`process.stdout.write("${printed}")`);

  expect((await fn.complete("Peru?", {}, testCall())).completions).toEqual([answer]);
});

test.each([
  ['{"a": {"text": "Lima"}}', "a.text", ["Lima"]],
  ['{"all": ["Lima", "Cusco"]}', "all", ["Lima", "Cusco"]],
  ['"Lima"', undefined, ["Lima"]],
  ["0", undefined, ["0"]],
  ['{"completions": ["Lima"], "model": "m"}', undefined, ["Lima"]],
])("JSON %s at %s is %j", async (printed, path, answer) => {
  const fn = program(`console.log(${JSON.stringify(printed)})`, { output: "json", path });

  expect((await fn.complete("Peru?", {}, testCall())).completions).toEqual(answer);
});

test.each([
  [
    "exit code 1",
    "console.error('one'); console.error('no key'); process.exit(1)",
    {},
    "one | no key",
  ],
  ["a signal", "process.kill(process.pid, 'SIGTERM')", {}, "bot was ended by SIGTERM"],
  ["no JSON", "console.log('<html>')", { output: "json" }, 'bot printed no JSON: "<html>\\n"'],
  ["nothing", "", { output: "json" }, "bot printed no JSON: nothing"],
  [
    "a wrong path",
    "console.log('{\"b\": 1}')",
    { output: "json", path: "a.text" },
    'the answer is not where `path` says: there is no "a.text": it has b',
  ],
  ["a null", "console.log('null')", { output: "json" }, "returned null"],
])("%s is an error of the sample that says why", async (...[, code, args, message]) => {
  const answer = program(code, args).complete("Peru?", {}, testCall());

  await expect(answer).rejects.toMatchObject({
    name: "CompletionError",
    kind: "permanent",
    message: expect.stringContaining(message),
  });
});

test("a program that prints without end is ended", async () => {
  const endless = "const s = 'x'.repeat(1 << 20); const w = () => process.stdout.write(s, w); w();";

  const answer = program(endless).complete("Peru?", {}, testCall());

  await expect(answer).rejects.toThrow("bot printed more than 64 MiB and was ended");
});

test("a program that does not read its input answers all the same", async () => {
  const args = Command.Args.parse({ command: [process.execPath, "-e", "console.log('Lima')"] });

  const { completions } = await new Command(args, testContext()).complete(
    "x".repeat(1_000_000),
    {},
    testCall(),
  );

  expect(completions).toEqual(["Lima"]);
});

test.each([
  [["no-such-program-anywhere"], undefined, 'there is no program "no-such-program-anywhere"'],
  [[process.execPath], "/no/such/folder", 'there is no folder "/no/such/folder"'],
])("%j in %s fails every sample alike", async (command, cwd, message) => {
  const fn = new Command(Command.Args.parse({ command, cwd }), testContext());

  await expect(fn.complete("Peru?", {}, testCall())).rejects.toMatchObject({
    kind: "fatal",
    message,
    where: "command",
  });
});

/** A program that starts another one, which tells its process id and never ends. */
const HANGS = `
  const child = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1e9)"]);
  require("fs").writeFileSync(process.argv[1], process.pid + " " + child.pid);
  setInterval(() => {}, 1e9);`;

function hanging(args: object = {}, context: Partial<CompletionFnContext> = {}) {
  const pids = join(tempRegistry({}), "pids");
  const command = [process.execPath, "-e", HANGS, pids];
  return {
    pids,
    fn: new Command(
      Command.Args.parse({ command, ...args }),
      testContext({ name: "bot", ...context }),
    ),
  };
}

async function untilEnded(pids: string): Promise<void> {
  for (const pid of readFileSync(pids, "utf8").split(" ").map(Number)) {
    while (isRunning(pid)) await pause(5);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that was killed stays in the table until somebody asks for its end.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

test("a program that hangs is killed when its time is up, with all that it started", async () => {
  const { fn, pids } = hanging({ timeout: 1 });

  await expect(fn.complete("Peru?", {}, testCall())).rejects.toMatchObject({
    kind: "timeout",
    message: "bot: no answer within 1 s",
    fix: "a longer wait is set by its arg timeout",
  });
  await untilEnded(pids);
});

test("the run's own limit holds where a program has none", async () => {
  const { fn } = hanging({}, { timeoutMs: 300 });

  await expect(fn.complete("Peru?", {}, testCall())).rejects.toMatchObject({
    kind: "timeout",
    fix: "a longer wait is set by --timeout SECONDS",
  });
});

test("a program is killed with all that it started when its call is aborted", async () => {
  const { fn, pids } = hanging();
  const controller = new AbortController();
  const reason = new Error("the run was stopped");

  const answer = fn.complete("Peru?", {}, testCall({ signal: controller.signal }));
  while (!existsSync(pids) || readFileSync(pids, "utf8") === "") await pause(5);
  controller.abort(reason);

  await expect(answer).rejects.toBe(reason);
  await untilEnded(pids);
});

test("R122: a program gets no variable that is not named, and a named secret is shown nowhere", async () => {
  vi.stubEnv("OPENAI_API_KEY", "sk-CANARY-of-openai");
  vi.stubEnv("BOT_TOKEN", "CANARY-of-the-bot");
  const code = "console.error(JSON.stringify(process.env)); process.exit(1)";

  const answer = program(code, { env: ["BOT_TOKEN"] }).complete("Peru?", {}, testCall());

  const message = await answer.catch((error: Error) => error.message);
  expect(message).toContain("BOT_TOKEN");
  expect(message).not.toContain("CANARY");
  expect(message).not.toContain("OPENAI_API_KEY");
});

test("a named variable that is not set is refused when it is made, and told by the listing", async () => {
  const args = { env: ["BOT_TOKEN_NOT_SET"] };

  expect(() => program("", args)).toThrow("BOT_TOKEN_NOT_SET, which env names, is not set");
  expect(await Command.needs(args, async () => [])).toEqual(["set BOT_TOKEN_NOT_SET"]);
});

test("a command may be a text, in a folder of its own", async () => {
  const folder = tempRegistry({ "my bot.cjs": "console.log(process.argv[2])" });
  const command = `"${process.execPath}" 'my bot.cjs' "Lima, Peru"`;

  const fn = new Command(Command.Args.parse({ command, cwd: folder }), testContext());

  expect((await fn.complete("Peru?", {}, testCall())).completions).toEqual(["Lima, Peru"]);
});

test.each([
  ["no command", {}],
  ["an empty list", { command: [] }],
  ["a path in text", { command: "x", path: "a" }],
  ["an unknown arg", { command: "x", shell: true }],
])("%s is refused", (_, args) => {
  expect(Command.Args.safeParse(args).success).toBe(false);
});
