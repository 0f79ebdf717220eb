import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { AnswerKeys } from "../../src/completion/calls/answer-key.ts";
import { AnswerStore } from "../../src/completion/calls/answer-store.ts";
import { CallStats } from "../../src/completion/calls/call-stats.ts";
import type { CompletionFn } from "../../src/core/completion.ts";
import { RunScope } from "../../src/core/run-scope.ts";
import { Secrets } from "../../src/core/secrets.ts";
import { Registry, type RegistryOptions } from "../../src/registry/registry.ts";
import { testCall } from "../completion/contexts.ts";
import { fakeOpenAI, type Reply } from "../helpers/fake-openai.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";
import { errorOf, openRegistry } from "./open.ts";

/** A server that counts how many requests it has at a time. */
async function crowdedServer() {
  const crowd = { now: 0, most: 0 };
  const server = await fakeOpenAI(async () => {
    crowd.most = Math.max(crowd.most, ++crowd.now);
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    crowd.now--;
    return "A";
  });
  onTestFinished(() => server.close());
  return { server, crowd };
}

async function serve(...replies: readonly Reply[]) {
  const server = await fakeOpenAI(...replies);
  onTestFinished(() => server.close());
  return server;
}

function askOften(fn: CompletionFn, count: number) {
  return Promise.all(Array.from({ length: count }, () => fn.complete("Peru?", {}, testCall())));
}

test("functions that ask the same model of the same endpoint share a gate", async () => {
  const { server, crowd } = await crowdedServer();
  const args = `{ model: m, base_url: "${server.baseURL}" }`;
  const { registry } = openRegistry(
    {
      "completion_fns/f.yaml": `
one: { class: openai-chat, args: ${args} }
two: { class: openai-text, args: ${args} }`,
    },
    { gate: { concurrency: 2 } },
  );

  const [one, two] = await Promise.all(["one", "two"].map((name) => registry.completionFn(name)));
  await Promise.all([one, two].map((fn) => askOften(fn as CompletionFn, 10)));

  expect(server.requests).toHaveLength(20);
  expect(crowd.most).toBe(2);
});

test("another model of the same endpoint has a gate of its own", async () => {
  const { server, crowd } = await crowdedServer();
  const { registry } = openRegistry({}, { gate: { concurrency: 2 } });
  const fns = await Promise.all(
    ["m1", "m2"].map((model) =>
      registry.completionFn({ class: "openai-chat", args: { model, base_url: server.baseURL } }),
    ),
  );

  await Promise.all(fns.map((fn) => askOften(fn, 20)));

  expect(crowd.most).toBeGreaterThan(2);
  expect(crowd.most).toBeLessThanOrEqual(4);
});

test.each([
  ["an entry", "f: { class: openai-chat, args: ARGS, limits: { concurrency: 3 } }"],
  [
    "an alias",
    "f: { id: g, limits: { concurrency: 3 } }\ng: { class: openai-chat, args: ARGS, limits: { concurrency: 8 } }",
  ],
  [
    "an entry of a class of one's own",
    "f: { class: ./fn.mjs:Fn, args: ARGS, limits: { concurrency: 3 } }",
  ],
])("limits of %s hold", async (_, yaml) => {
  const { server, crowd } = await crowdedServer();
  const args = `{ model: m, base_url: "${server.baseURL}" }`;
  const { registry } = openRegistry(
    {
      "completion_fns/f.yaml": yaml.replaceAll("ARGS", args),
      "completion_fns/fn.mjs": `export class Fn {
        constructor(args) { this.args = args; }
        async complete() {
          const init = { method: "POST", body: "{}" };
          await (await fetch(this.args.base_url + "/chat/completions", init)).text();
          return "A";
        }
      }`,
    },
    { gate: { concurrency: 10 } },
  );

  await askOften(await registry.completionFn("f"), 30);

  expect(crowd.most).toBe(3);
});

test.each([
  [
    "limits: { rpm: fast }",
    '"limits.rpm" of "f" is wrong: expected a number, found the string "fast"',
  ],
  ["limits: { rqm: 3 }", '"limits.rqm" of "f" is not known'],
  ["limits: 3", '"limits" of "f" is wrong: expected an object, found the number 3'],
  ["cache: maybe", '"cache" of "f" is wrong: expected true or false, found the string "maybe"'],
])("`%s` is refused with its place", async (field, message) => {
  const { registry, path } = openRegistry({
    "completion_fns/f.yaml": `f:\n  class: echo\n  ${field}\n`,
  });

  const error = await errorOf(() => registry.completionFn("f"));

  expect(error.message).toBe(message);
  expect(error.where).toBe(`${path("completion_fns/f.yaml")}:3`);
});

test("limits and cache are fields that are read", async () => {
  const { registry, warnings } = openRegistry({
    "completion_fns/f.yaml": "f: { class: echo, limits: { rpm: 60, tpm: 1000 }, cache: true }\n",
  });

  await registry.completionFn("f");

  expect(warnings).toEqual([]);
});

/** Opens a registry as a run of its own would, with a cache in a folder that runs share. */
function openRun(root: string, folder = join(root, "answers")) {
  const stats = new CallStats();
  const secrets = new Secrets();
  const store = new AnswerStore({ folder, secrets, warn: () => {} });
  const cache = { keys: new AnswerKeys(), store, stats };
  const options: RegistryOptions = { scope: new RunScope(), secrets, answers: async () => cache };
  const registry = new Registry({ paths: [root], cwd: root, home: join(root, "none"), ...options });
  const ask = async (name: string, args = {}) => {
    const fn = await registry.completionFn(name, args);
    return fn.complete("Peru?", { temperature: 0 }, testCall());
  };
  return { ask, stats };
}

test("R105: an answer of one model is never that of another, or of another endpoint", async () => {
  const [server, other] = [await serve("A"), await serve("B")];
  const root = tempRegistry({
    "completion_fns/f.yaml": "m: { class: openai-chat, args: { model: m1 } }\n",
  });
  const asked = [
    { base_url: server.baseURL },
    { base_url: server.baseURL, model: "m2" },
    { base_url: other.baseURL },
    { base_url: server.baseURL, api_key: "another-key" },
  ];

  const { ask, stats } = openRun(root);
  for (const args of asked) await ask("m", args);

  expect(server.requests.map(({ body }) => body.model)).toEqual(["m1", "m2"]);
  expect(other.requests).toHaveLength(1);
  expect(stats.cached).toBe(1);
});

const OWN = (answer: string) => `export class Fn {
  async complete() { globalThis.asked = (globalThis.asked ?? 0) + 1; return "${answer}"; }
}`;

test.each([
  ["nothing", "", [undefined, undefined]],
  ["cache: true", ", cache: true", [undefined, true]],
  ["cache: false", ", cache: false", [undefined, undefined]],
])("a class of one's own with %s in its entry", async (_, field, expected) => {
  const root = tempRegistry({
    "completion_fns/f.yaml": `own: { class: ./fn.mjs:Fn${field} }\n`,
    "completion_fns/fn.mjs": OWN("one"),
  });

  const answers = [await openRun(root).ask("own"), await openRun(root).ask("own")];

  expect(answers.map(({ cached }) => cached)).toEqual(expected);
});

test("an answer of an old version of a class is never that of the new one", async () => {
  const files = { "completion_fns/f.yaml": "own: { class: ./fn.mjs:Fn, cache: true }\n" };
  const root = tempRegistry({ ...files, "completion_fns/fn.mjs": OWN("old") });
  // A second copy of the same registry: what a module was is remembered by its path.
  const changed = tempRegistry({ ...files, "completion_fns/fn.mjs": OWN("new") });
  const folder = join(root, "answers");

  await openRun(root, folder).ask("own");
  const answer = await openRun(changed, folder).ask("own");
  writeFileSync(join(changed, "completion_fns/fn.mjs"), OWN("old"));
  const same = await openRun(changed, folder).ask("own");

  expect(answer).toMatchObject({ completions: ["new"] });
  expect(answer.cached).toBeUndefined();
  expect(same).toMatchObject({ completions: ["old"], cached: true });
});

test("functions that cost nothing, and those that ask others, keep no answers of their own", async () => {
  const server = await serve("A");
  const root = tempRegistry({
    "completion_fns/f.yaml": `
m: { class: openai-chat, args: { model: m, base_url: "${server.baseURL}" } }
cot: { class: chain-of-thought, args: { cot_completion_fn: m }, cache: true }`,
  });

  for (const name of ["echo", "cot"]) await openRun(root).ask(name);
  const { ask, stats } = openRun(root);
  const [echo, cot] = [await ask("echo"), await ask("cot")];

  expect([echo.cached, cot.cached]).toEqual([undefined, undefined]);
  expect(server.requests).toHaveLength(2);
  expect(stats.cached).toBe(2);
});
