import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type FakeOpenAI, fakeOpenAI, type Reply } from "../helpers/fake-openai.ts";
import { logLines } from "../helpers/log-lines.ts";
import { type OaievalProcess, startOaieval } from "../helpers/oaieval-process.ts";
import { questions, tinyRegistry } from "../helpers/tiny-registry.ts";

/** Any connection to anywhere ends the process with a code of its own. */
const NO_NETWORK = [
  "--import",
  `data:text/javascript,${encodeURIComponent(`
import net from "node:net";
import dns from "node:dns";
net.Socket.prototype.connect = () => process.exit(99);
dns.lookup = () => process.exit(98);
`)}`,
];

/** Libraries of providers end the process when they are loaded. */
const NO_PROVIDERS = [
  "--import",
  `data:text/javascript,${encodeURIComponent(`
import { register } from "node:module";
register("data:text/javascript," + encodeURIComponent(\`
export async function resolve(name, context, next) {
  const found = await next(name, context);
  if (/node_modules.(openai|undici|ai|@ai-sdk|@langchain)\\\\b/.test(found.url)) {
    throw new Error("a provider is loaded: " + found.url);
  }
  return found;
}\`));
`)}`,
];

/** A server whose third request waits until it is released. */
async function pausingServer() {
  let release = (_: Reply) => {};
  let arrive = () => {};
  const released = new Promise<Reply>((resolve) => {
    release = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const server: FakeOpenAI = await fakeOpenAI("A", "A", () => {
    arrive();
    return released;
  });
  onTestFinished(() => server.close());
  return { server, arrived, release: () => release("A") };
}

/** A run of ten samples, one after the other, that stands at its third one. */
async function pausedRun() {
  const { server, arrived, release } = await pausingServer();
  const root = tinyRegistry({ rows: questions(10) });
  const log = join(root, "log.jsonl");
  const oaieval = startOaieval(
    ["stub", "t-match", "--registry_path", root, "--record_path", log, "--json", "report.json"],
    { cwd: root, env: { OPENAI_BASE_URL: server.baseURL, EVALS_SEQUENTIAL: "1" } },
  );
  await before(oaieval, arrived);
  return { oaieval, release, root, log };
}

/** Waits for something that is to happen before a process ends. */
async function before(oaieval: OaievalProcess, happened: Promise<void>): Promise<void> {
  const ended = oaieval.exitCode.then(() => Promise.reject(new Error(oaieval.stderr)));
  ended.catch(() => {}); // afterwards it may end
  await Promise.race([happened, ended]);
}

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s: what runs may end, the report covers what finished, exit %i",
  async (signal, code) => {
    const { oaieval, release, log, root } = await pausedRun();

    oaieval.kill(signal);
    await oaieval.says(`stopping: ${signal}`);
    release();

    expect(await oaieval.exitCode).toBe(code);
    const { report } = logLines(log);
    expect(report).toMatchObject({
      accuracy: 1,
      "samples/total": 10,
      "samples/scored": 3,
      "samples/errors": 0,
      "samples/skipped": 7,
    });
    expect(JSON.parse(readFileSync(join(root, "report.json"), "utf8")).report).toEqual(report);
    expect(oaieval.stdout).toContain("3 of 10 scored");
    expect(oaieval.stdout).toContain(`stopped  ${signal}`);
  },
);

test("a second SIGINT ends at once, and the log is whole up to there", async () => {
  const { oaieval, log } = await pausedRun();

  oaieval.kill("SIGINT");
  await oaieval.says("stopping: SIGINT");
  oaieval.kill("SIGINT");

  expect(await oaieval.exitCode).toBe(130);
  expect(readFileSync(log, "utf8").endsWith("}\n")).toBe(true);
  const { events, report } = logLines(log);
  expect(events.filter(({ type }) => type === "match")).toHaveLength(2);
  expect(report).toBeUndefined();
});

test("a killed run leaves every finished sample in its log", async () => {
  const { oaieval, log } = await pausedRun();

  oaieval.kill("SIGKILL");

  expect(await oaieval.exitCode).toBeNull();
  expect(logLines(log).events.filter(({ type }) => type === "match")).toHaveLength(2);
});

test("a set that is interrupted begins no further eval, and says what it has", async () => {
  const { server, arrived, release } = await pausingServer();
  const root = tinyRegistry({
    rows: questions(3),
    files: { "eval_sets/s.yaml": "s: { evals: [t-match, t-includes] }\n" },
  });
  const oaieval = startOaieval(
    ["stub", "s", "--registry_path", root, "--record_path", join(root, "logs")],
    { cwd: root, bin: "oaievalset", env: { OPENAI_BASE_URL: server.baseURL, EVALS_THREADS: "1" } },
  );
  await before(oaieval, arrived);

  oaieval.kill("SIGINT");
  await oaieval.says("stopping: SIGINT");
  release();

  expect(await oaieval.exitCode).toBe(130);
  expect(oaieval.stdout).toMatch(/^t-match\.dev\.v0 +accuracy +1 .* 3 +0$/m);
  expect(oaieval.stdout).not.toContain("t-includes");
});

test("the process ends after the last sample, whatever a class of one's own left running", async () => {
  const root = tinyRegistry({
    files: {
      "clings.ts": `setInterval(() => {}, 1000);
export class Clings { complete() { return "A"; } }`,
    },
  });

  const oaieval = startOaieval(
    ["./clings.ts:Clings", "t-match", "--registry_path", root, "--record_path", "log.jsonl"],
    { cwd: root },
  );

  expect(await oaieval.exitCode).toBe(0);
  expect(oaieval.stdout).toContain("4 of 4 scored");
});

test.each([
  ["the help", ["--help"]],
  ["the version", ["--version"]],
  ["a list", ["list"]],
  ["a check", ["check", "example-match"]],
  ["a run with dummy", ["dummy", "example-match", "--record_path", "log.jsonl"]],
  ["the main job", ["baseline/countries", "extract_countries", "--record_path", "log.jsonl"]],
])("R36: %s needs no key and opens no socket", async (_, argv) => {
  const oaieval = startOaieval(argv, { cwd: tinyRegistry(), node: NO_NETWORK });

  expect(await oaieval.exitCode).toBe(0);
  expect(oaieval.stdout).not.toBe("");
});

test("R36: the network that these tests take away is there otherwise", async () => {
  const oaieval = startOaieval(["gpt-x", "example-match", "--record_path", "log.jsonl"], {
    cwd: tinyRegistry(),
    node: NO_NETWORK,
    env: { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" },
  });

  expect(await oaieval.exitCode).toBe(99);
});

test.each([
  ["the help", ["--help"]],
  ["a check", ["check", "example-match"]],
  ["a run with dummy", ["dummy", "example-match", "--record_path", "log.jsonl"]],
])("R132: %s loads no provider's library", async (_, argv) => {
  const oaieval = startOaieval(argv, { cwd: tinyRegistry(), node: NO_PROVIDERS });

  expect(await oaieval.exitCode).toBe(0);
  expect(oaieval.stderr).not.toContain("a provider is loaded");
});

test("R132: a run that asks a model loads what it needs", async () => {
  const oaieval = startOaieval(["gpt-x", "example-match", "--record_path", "log.jsonl"], {
    cwd: tinyRegistry(),
    node: NO_PROVIDERS,
    env: { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" },
  });

  expect(await oaieval.exitCode).toBeGreaterThan(0);
  expect(oaieval.stderr + oaieval.stdout).toContain("a provider is loaded");
});

test("oaievalset is oaieval set", async () => {
  const root = tinyRegistry({
    files: { "eval_sets/s.yaml": "s: { evals: [t-match, t-includes] }\n" },
  });

  const oaieval = startOaieval(
    ["oracle", "s", "--registry_path", root, "--record_path", join(root, "logs"), "--seed=7"],
    { cwd: root, bin: "oaievalset" },
  );

  expect(await oaieval.exitCode).toBe(0);
  expect(oaieval.stdout).toMatch(/^t-match\.dev\.v0 +accuracy +1 /m);
  expect(oaieval.stdout).toMatch(/^t-includes\.dev\.v0 +accuracy +1 /m);
});

test("a custom eval needs one .ts file and one YAML in an empty folder", async () => {
  const root = tinyRegistry({
    files: {
      "evals/mine.yaml": `mine: { id: mine.dev.v0, metrics: [accuracy] }
mine.dev.v0: { class: ../mine.ts:Mine, args: { samples_jsonl: tiny.jsonl } }`,
      "mine.ts": `import { Eval, type SampleContext } from "oaieval";
interface Row { readonly input: string; readonly ideal: string }
export class Mine extends Eval<Row> {
  override async evalSample({ input, ideal }: Row, ctx: SampleContext): Promise<void> {
    const { text } = await ctx.complete(input);
    ctx.record.match(text === ideal, { expected: ideal, picked: text });
  }
}`,
    },
  });

  const oaieval = startOaieval(
    ["oracle", "mine", "--registry_path", ".", "--record_path=l.jsonl"],
    {
      cwd: root,
    },
  );

  expect(await oaieval.exitCode).toBe(0);
  expect(oaieval.stdout).toMatch(/^accuracy +1 /m);
  expect(existsSync(join(root, "l.jsonl"))).toBe(true);
});

test("a fault of ours shows its stack and is exit 1", async () => {
  const root = tinyRegistry({
    files: {
      "broken.ts": "export class Broken { get complete() { throw new TypeError('oops'); } }",
    },
  });

  const oaieval = startOaieval(["./broken.ts:Broken", "t-match", "--registry_path", root], {
    cwd: root,
  });

  expect(await oaieval.exitCode).toBeGreaterThan(0);
  expect(oaieval.stderr).toContain("oops");
});
