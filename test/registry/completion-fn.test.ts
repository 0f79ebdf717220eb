import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CompletionFn } from "../../src/core/completion.ts";
import { SampleRecorder } from "../../src/core/sample-recorder.ts";
import { Secrets } from "../../src/core/secrets.ts";
import type { RegistryOptions } from "../../src/registry/registry.ts";
import { fakeOpenAI } from "../helpers/fake-openai.ts";
import type { Files } from "../helpers/temp-registry.ts";
import { errorOf, openRegistry } from "./open.ts";

const FN = `export class Fn {
  constructor(args, context) { this.args = args; this.context = context; }
  async complete() { return JSON.stringify(this.args); }
}
`;

/** What a function answers, and the events that it leaves. */
async function ask(fn: CompletionFn) {
  const record = new SampleRecorder();
  const call = {
    sampleId: "t.dev.0",
    sample: { ideal: "yes" },
    repeat: 0,
    record,
    signal: new AbortController().signal,
  };
  const { completions } = await fn.complete([{ role: "user", content: "Hi" }], {}, call);
  return { completions, events: record.drafts };
}

async function askNamed(name: string, files: Files = {}, options: RegistryOptions = {}) {
  return ask(await openRegistry(files, options).registry.completionFn(name));
}

beforeEach(() => {
  vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1");
  vi.stubEnv("OPENAI_API_KEY", "sk-test-0123456789");
});

afterEach(() => {
  vi.unstubAllEnvs();
});

test("dummy is the fixed reply, even where a registry has another dummy", async () => {
  const { completions } = await askNamed("dummy", {
    "completion_fns/f.yaml": "dummy: { class: builtin:echo }\n",
  });

  expect(completions).toEqual(["This is a dummy response."]);
});

test.each([
  ["echo", "Hi"],
  ["oracle", "yes"],
  ["constant", "none"],
  ["baseline/countries", "none"],
  ["builtin:echo", "Hi"],
  ["evals.api:DummyCompletionFn", "This is a dummy response."],
])("%s answers without a model", async (name, answer) => {
  expect((await askNamed(name)).completions).toEqual([answer]);
});

test("each answer is one sampling event", async () => {
  const { events } = await askNamed("echo");

  expect(events).toMatchObject([{ type: "sampling", data: { sampled: ["Hi"] } }]);
});

test("an entry's class is made with its args, and the command line's over them", async () => {
  const { registry } = openRegistry({
    "completion_fns/f.yaml": "my/fn: { class: ./fn.mjs:Fn, args: { a: 1, b: two } }\n",
    "completion_fns/fn.mjs": FN,
  });

  const { completions } = await ask(await registry.completionFn("my/fn", { c: [3] }, { b: "2" }));

  expect(completions).toEqual(['{"a":1,"b":2,"c":[3]}']);
});

test("an entry may be an alias, and a solver wins a shared name", async () => {
  const files = {
    "completion_fns/f.yaml": "x: { class: builtin:echo }\nalso: { id: x }\n",
    "solvers/s.yaml": "x: { class: builtin:constant, args: { text: solved } }\n",
  };

  expect((await askNamed("also", files)).completions).toEqual(["solved"]);
});

test("an entry is looked up before a reference or a model is thought of", async () => {
  const files = { "completion_fns/f.yaml": "gpt-4o: { class: builtin:echo }\n" };

  expect((await askNamed("gpt-4o", files)).completions).toEqual(["Hi"]);
});

test("a reference of the command line is a completion function", async () => {
  const { completions } = await askNamed("./fn.mjs:Fn", { "fn.mjs": FN });

  expect(completions).toEqual(["{}"]);
});

test("a class has its name, registry, secrets, time limit and warnings at hand", async () => {
  const warnings: string[] = [];
  const source = `export class Fn {
  #context;
  constructor(args, context) { this.#context = context; }
  async complete(prompt, params, call) {
    const { name, registry, timeoutMs, warn } = this.#context;
    warn("told");
    const inner = await registry.completionFn("echo");
    const { completions } = await inner.complete(prompt, params, call);
    return name + " " + timeoutMs + " " + completions[0];
  }
}`;
  const options = { timeoutMs: 5, warn: (message: string) => warnings.push(message) };

  const { completions } = await askNamed("./fn.mjs:Fn", { "fn.mjs": source }, options);

  expect(completions).toEqual(["./fn.mjs:Fn 5 Hi"]);
  expect(warnings).toEqual(["told"]);
});

test.each([
  ["brand-new-model", "/v1/chat/completions", "brand-new-model"],
  ["ft:gpt-4o-mini:acme::9abC", "/v1/chat/completions", "ft:gpt-4o-mini:acme::9abC"],
  ["llama3:8b", "/v1/chat/completions", "llama3:8b"],
  ["org/model:tag", "/v1/chat/completions", "org/model:tag"],
  ["/models/llama-3", "/v1/chat/completions", "/models/llama-3"],
  ["openai/gpt-4o", "/v1/chat/completions", "openai/gpt-4o"],
  ["davinci-002", "/v1/completions", "davinci-002"],
  ["gpt-3.5-turbo-instruct", "/v1/completions", "gpt-3.5-turbo-instruct"],
])("R133, R123: the name %s is a model's at %s", async (...[name, path, model]) => {
  const server = await fakeOpenAI("A");
  vi.stubEnv("OPENAI_BASE_URL", server.baseURL);
  try {
    const { completions } = await askNamed(name);

    expect(completions).toEqual(["A"]);
    expect(server.requests.map(({ path, body }) => [path, body.model])).toEqual([[path, model]]);
  } finally {
    await server.close();
  }
});

test("R133: YAML says which endpoint a name is asked at", async () => {
  const server = await fakeOpenAI("A");
  vi.stubEnv("OPENAI_BASE_URL", server.baseURL);
  try {
    await askNamed("old", {
      "completion_fns/f.yaml": "old: { class: openai-text, args: { model: my-tuned-model } }\n",
    });

    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/completions"]);
  } finally {
    await server.close();
  }
});

const THINKER = `export class Thinker {
  static Args = { safeParse: (data) => ({ success: true, data }), parse: (args) => args };
  constructor(args) { this.args = args; }
  async complete() { return "<think>hm</think>" + JSON.stringify(this.args); }
}
`;

test.each<[string, string, object, Record<string, string>]>([
  ["{}", "", {}, {}],
  ["<think>hm</think>{}", ", args: { strip_reasoning: false }", {}, {}],
  ["<think>hm</think>{}", ", args: { strip_reasoning: true }", { strip_reasoning: false }, {}],
  ["<think>hm</think>{}", "", {}, { strip_reasoning: "false" }],
])("R21: an entry of any class may score %s", async (...[answer, entry, args, texts]) => {
  const { registry } = openRegistry({
    "completion_fns/f.yaml": `f: { class: ./fn.mjs:Thinker${entry} }\n`,
    "completion_fns/fn.mjs": THINKER,
  });

  const { completions } = await ask(await registry.completionFn("f", { ...args }, texts));

  expect(completions).toEqual([answer]);
});

test("R23: strip_reasoning that is neither true nor false is an error at its line", async () => {
  const { registry, path } = openRegistry({
    "completion_fns/f.yaml": "f:\n  class: builtin:echo\n  args:\n    strip_reasoning: maybe\n",
  });

  const error = await errorOf(() => registry.completionFn("f"));

  expect(error.message).toBe(
    'builtin:echo does not take the args of "f": "strip_reasoning" is wrong: expected true or false, found the string "maybe"',
  );
  expect(error.where).toBe(`${path("completion_fns/f.yaml")}:4`);
});

test("a failure that may pass is tried again", async () => {
  const notices: number[] = [];
  const source = `import { CompletionError } from "oaieval";
let calls = 0;
export class Fn {
  async complete() {
    if (calls++ === 0) throw new CompletionError("busy", { kind: "transient" });
    return "done";
  }
}`;
  const retry = {
    onRetry: ({ attempt }: { attempt: number }) => notices.push(attempt),
    time: { now: () => 0, wait: async () => {} },
  };

  const { completions } = await askNamed("./fn.mjs:Fn", { "fn.mjs": source }, { retry });

  expect(completions).toEqual(["done"]);
  expect(notices).toEqual([1]);
});

test("R23: an unknown argument of a built-in class lists those it takes", async () => {
  const { registry } = openRegistry({});

  const error = await errorOf(() => registry.completionFn("oracle", {}, { acuracy: "0.5" }));

  expect(error.message).toContain('"acuracy" is not known; did you mean "accuracy"?');
  expect(error.where).toBe("--completion-args");
});

test("R23: an argument of the wrong type says what was expected", async () => {
  const { registry } = openRegistry({});

  const error = await errorOf(() => registry.completionFn("oracle", {}, { accuracy: "high" }));

  expect(error.message).toContain(
    '"accuracy" is wrong: expected a number, found the string "high"',
  );
});

test("R122: keys among the args are secrets from then on", async () => {
  const secrets = new Secrets();
  const { registry } = openRegistry(
    {
      "completion_fns/f.yaml":
        "f: { class: ./fn.mjs:Fn, args: { auth: { api_key: sk-CANARY-one }, max_tokens: 12345678 } }\n",
      "completion_fns/fn.mjs": FN,
    },
    { secrets },
  );

  await registry.completionFn("f", {}, { "api-key": "sk-CANARY-two", token: "sk-CANARY-three" });

  expect(secrets.redact("sk-CANARY-one sk-CANARY-two sk-CANARY-three 12345678")).toBe(
    "[secret] [secret] [secret] 12345678",
  );
});

test("an eval's class is no completion function", async () => {
  const { registry } = openRegistry({});

  const error = await errorOf(() => registry.completionFn("builtin:match"));

  expect(error.message).toBe('"builtin:match" makes an eval, not a completion function');
});
