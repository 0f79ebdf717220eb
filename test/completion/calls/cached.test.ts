import {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Answerer, AnswerKeys } from "../../../src/completion/calls/answer-key.ts";
import {
  AnswerStore,
  type AnswerStoreOptions,
} from "../../../src/completion/calls/answer-store.ts";
import { cached } from "../../../src/completion/calls/cached.ts";
import { CallStats } from "../../../src/completion/calls/call-stats.ts";
import type { CompletionFn, CompletionResult } from "../../../src/core/completion.ts";
import { CompletionError } from "../../../src/core/errors.ts";
import { Secrets } from "../../../src/core/secrets.ts";
import { tempRegistry } from "../../helpers/temp-registry.ts";
import { runScript } from "../../record/run-script.ts";
import { testCall } from "../contexts.ts";

const ANSWERER: Answerer = { cls: "c", target: "m at h", args: {} };

/** A function that says a new number each time. */
class Counting implements CompletionFn {
  calls = 0;
  readonly #more: Partial<CompletionResult>;

  constructor(more: Partial<CompletionResult> = {}) {
    this.#more = more;
  }

  async complete(): Promise<CompletionResult> {
    this.calls++;
    return { completions: [`answer ${this.calls}`], ...this.#more };
  }
}

/** A run of its own over a folder of answers. */
function openRun(folder: string, fn: CompletionFn, options: Partial<AnswerStoreOptions> = {}) {
  const warnings: string[] = [];
  const stats = new CallStats();
  const store = new AnswerStore({
    folder,
    secrets: new Secrets(),
    warn: (message) => warnings.push(message),
    ...options,
  });
  const answering = cached(fn, ANSWERER, { keys: new AnswerKeys(), store, stats });
  const ask = (prompt = "Capital of Peru?", call = testCall()) =>
    answering.complete(prompt, {}, call);
  return { ask, warnings, stats };
}

/** Files below a folder, by their paths in it. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

test("the next run has the whole answer from the cache, marked, and does not ask", async () => {
  const folder = join(tempRegistry({}), "answers");
  const whole = {
    model: "m-2026",
    usage: { total_tokens: 9, details: { reasoning_tokens: 2 } },
    finish_reason: "stop",
    reasoning: ["so"],
    sent: { prompt: "p", params: { temperature: 1 } },
  };
  const fn = new Counting(whole);

  const first = await openRun(folder, fn).ask();
  const { ask, stats } = openRun(folder, fn);
  const second = await ask();

  expect(fn.calls).toBe(1);
  expect(second).toEqual({ ...first, cached: true });
  expect(stats).toMatchObject({ requests: 0, cached: 1 });
});

test("R107: what one sample asks three times are three answers, and the same three again", async () => {
  const folder = join(tempRegistry({}), "answers");
  const fn = new Counting();
  const askThrice = async () => {
    const { ask } = openRun(folder, fn);
    const call = testCall();
    const results = await Promise.all([1, 2, 3].map(() => ask("A joke?", call)));
    return results.map(({ completions }) => completions[0]);
  };

  const first = await askThrice();
  const second = await askThrice();

  expect(fn.calls).toBe(3);
  expect(new Set(first).size).toBe(3);
  expect(second).toEqual(first);
});

test("failures are never kept", async () => {
  const folder = join(tempRegistry({}), "answers");
  let tries = 0;
  const fn: CompletionFn = {
    async complete() {
      if (++tries === 1) throw new CompletionError("m at h: 400 too long", { status: 400 });
      return { completions: ["Lima"] };
    },
  };

  await expect(openRun(folder, fn).ask()).rejects.toThrow("400 too long");
  const { completions, cached } = await openRun(folder, fn).ask();

  expect({ completions, cached, tries }).toEqual({
    completions: ["Lima"],
    cached: undefined,
    tries: 2,
  });
});

test("an answer without completions is asked for again", async () => {
  const folder = join(tempRegistry({}), "answers");
  const fn = new Counting({ completions: [], finish_reason: "length" });

  await openRun(folder, fn).ask();
  await openRun(folder, fn).ask();

  expect(fn.calls).toBe(2);
});

test("refreshing asks again and keeps the new answers", async () => {
  const folder = join(tempRegistry({}), "answers");
  const fn = new Counting();

  await openRun(folder, fn).ask();
  const refreshed = await openRun(folder, fn, { refresh: true }).ask();
  const kept = await openRun(folder, fn).ask();

  expect(fn.calls).toBe(2);
  expect(refreshed).toEqual({ completions: ["answer 2"] });
  expect(kept).toEqual({ completions: ["answer 2"], cached: true });
});

test("answers are one file each, in folders for this user alone", async () => {
  const folder = join(tempRegistry({}), "deep", "answers");
  const { ask } = openRun(folder, new Counting());

  await ask("one");
  await ask("two");

  const files = filesIn(folder);
  expect(files).toHaveLength(2);
  expect(files.every((file) => /\/[\da-f]{2}\/[\da-f]{64}-0\.json$/.test(file))).toBe(true);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(files[0] ?? "").mode & 0o777).toBe(0o600);
});

test.each([
  ["torn", (text: string) => text.slice(0, text.length / 2)],
  ["empty", () => ""],
  ["foreign", () => '{"hello": "world"}'],
  ["of another call", (text: string) => text.replace(/"name":"\w/, '"name":"x')],
  ["no answer", (text: string) => text.replace(/"completions":\[.*?\]/, '"completions":"A"')],
])("a file that is %s is passed over and written anew", async (_, damage) => {
  const folder = join(tempRegistry({}), "answers");
  const fn = new Counting();
  await openRun(folder, fn).ask();
  const [file = ""] = filesIn(folder);
  writeFileSync(file, damage(readFileSync(file, "utf8")));

  const { ask, warnings } = openRun(folder, fn);
  const again = await ask();
  const kept = await openRun(folder, fn).ask();

  expect(again).toEqual({ completions: ["answer 2"] });
  expect(kept).toEqual({ completions: ["answer 2"], cached: true });
  expect(warnings).toEqual([]);
});

test.each([
  ["is a file", (path: string) => writeFileSync(path, "")],
  ["is a link that leads nowhere", (path: string) => symlinkSync("/nowhere/at-all", path)],
])("R111: where the folder %s, the run goes on with one warning", async (_, block) => {
  const folder = join(tempRegistry({}), "answers");
  block(folder);
  const fn = new Counting();
  const { ask, warnings } = openRun(folder, fn);

  const answers = await Promise.all(["one", "two", "three"].map((prompt) => ask(prompt)));

  expect(answers).toHaveLength(3);
  expect(fn.calls).toBe(3);
  expect(warnings).toEqual([expect.stringContaining(folder)]);
});

test("R111: a folder that is read-only still answers", async (context) => {
  context.skip(process.getuid?.() === 0, "root may write everywhere");
  const folder = join(tempRegistry({}), "answers");
  const fn = new Counting();
  await openRun(folder, fn).ask("one");
  const { ask, warnings } = openRun(folder, fn);
  for (const path of [join(folder, ...[".", readdirSync(folder)[0] ?? ""]), folder]) {
    chmodSync(path, 0o500);
  }

  const [known, unknown] = [await ask("one"), await ask("two")];
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))]) {
    chmodSync(path, 0o700);
  }

  expect([known.cached, unknown.cached]).toEqual([true, undefined]);
  expect(warnings).toHaveLength(1);
});

test("a folder in an open place that somebody else made is not trusted", async () => {
  const root = tempRegistry({ "elsewhere/x": "" });
  const folder = join(root, "answers");
  symlinkSync(join(root, "elsewhere"), folder);
  const fn = new Counting();
  const { ask, warnings } = openRun(folder, fn, { isShared: false });

  await ask();
  await openRun(folder, fn, { isShared: false }).ask();

  expect(fn.calls).toBe(2);
  expect(readdirSync(join(root, "elsewhere"))).toEqual(["x"]);
  expect(warnings).toEqual([expect.stringContaining("somebody else's")]);
});

test("R122: what is secret is not in the files", async () => {
  const folder = join(tempRegistry({}), "answers");
  const secrets = new Secrets();
  secrets.add("sk-CANARY-1234");
  const fn = new Counting({ completions: ["your key is sk-CANARY-1234"] });

  await openRun(folder, fn, { secrets }).ask();

  const [file = ""] = filesIn(folder);
  expect(readFileSync(file, "utf8")).toContain("your key is [secret]");
  expect(readFileSync(file, "utf8")).not.toContain("CANARY");
});

test("R111: two processes that share a folder meet no answer that is not whole", async () => {
  const folder = join(tempRegistry({}), "answers");
  const script = new URL("../share-answers.ts", import.meta.url);

  const ended = await Promise.all(["1", "2"].map((writer) => runScript(script, [folder, writer])));

  const whole = { lengths: [100_000], warnings: [] };
  expect(ended.map(({ output }) => JSON.parse(output))).toEqual([whole, whole]);
  expect(filesIn(folder)).toHaveLength(20);
});
