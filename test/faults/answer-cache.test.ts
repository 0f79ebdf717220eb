import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type FakeOpenAI, fakeOpenAI, type Reply } from "../helpers/fake-openai.ts";
import { logLines } from "../helpers/log-lines.ts";
import { startOaieval } from "../helpers/oaieval-process.ts";
import { questions, tinyRegistry } from "../helpers/tiny-registry.ts";

/** Runs of the program that share a server, a registry and a folder of answers. */
async function setUp(reply: Reply, { samples = 4 } = {}) {
  const server: FakeOpenAI = await fakeOpenAI(reply);
  onTestFinished(() => server.close());
  const root = tinyRegistry({ rows: questions(samples) });
  const answers = join(root, "answers");
  const start = (log: string, flags: readonly string[] = [], model = "stub") =>
    startOaieval(
      [
        ...[model, "t-match", "--registry_path", root, "--record_path", log],
        ...[`--cache=${answers}`, ...flags],
      ],
      {
        cwd: root,
        env: { OPENAI_BASE_URL: server.baseURL, OPENAI_API_KEY: "sk-CANARY-0123456789" },
      },
    );
  let runs = 0;
  const run = async (flags: readonly string[] = [], model = "stub") => {
    const log = join(root, `log-${runs++}.jsonl`);
    const before = server.requests.length;
    const oaieval = start(log, flags, model);
    const exitCode = await oaieval.exitCode;
    const { stdout, stderr } = oaieval;
    const asked = server.requests.length - before;
    return { exitCode, stdout, stderr, asked, log: logLines(log) };
  };
  return { server, root, answers, run, start };
}

/** A different answer each time. */
function counting(): Reply {
  let count = 0;
  return () => `A${++count}`;
}

test("R110: a second run asks nothing, has the same scores, and shows apart what it saved", async () => {
  const { run } = await setUp("A");

  const first = await run();
  const second = await run();

  expect([first.asked, second.asked]).toEqual([4, 0]);
  expect(second.exitCode).toBe(0);
  expect(second.log.report).toMatchObject({
    accuracy: first.log.report?.["accuracy"],
    usage_cached_total_tokens: first.log.report?.["usage_total_tokens"],
    "run/requests": 0,
    "run/cached": 4,
  });
  expect(second.log.report).not.toHaveProperty("usage_total_tokens");
  const samplings = second.log.events.filter(({ type }) => type === "sampling");
  expect(samplings).toHaveLength(4);
  for (const { data } of samplings) expect(data).toMatchObject({ sampled: ["A"], cached: true });
  expect(first.stdout).toContain("0 answers from the cache");
  expect(second.stdout).toContain("4 answers from the cache");
  expect(second.stdout).toContain("36 saved by the cache");
});

test("R107: repeats at a temperature have answers of their own, and the same again", async () => {
  const { run } = await setUp(counting(), { samples: 1 });
  const flags = ["--repeats", "3", "--completion-args", "temperature=1"];

  const [first, second] = [await run(flags), await run(flags)];

  const sampled = ({ log }: typeof first) =>
    log.events.filter(({ type }) => type === "sampling").map(({ data }) => Object(data).sampled[0]);
  expect([first.asked, second.asked]).toEqual([3, 0]);
  expect(new Set(sampled(first)).size).toBe(3);
  expect(sampled(second).toSorted()).toEqual(sampled(first).toSorted());
});

test("R105: another model asks for itself", async () => {
  const { run } = await setUp("A");

  const runs = [await run([], "stub-1"), await run([], "stub-2"), await run([], "stub-1")];

  expect(runs.map(({ asked }) => asked)).toEqual([4, 4, 0]);
});

test("what failed is asked again, and nothing else", async () => {
  let isBroken = true;
  const { run } = await setUp(({ body }) =>
    isBroken && JSON.stringify(body).includes("Question 2?")
      ? { status: 400, body: { error: { message: "Invalid prompt", code: "invalid_prompt" } } }
      : "A",
  );

  const first = await run();
  isBroken = false;
  const second = await run();

  expect([first.exitCode, second.exitCode]).toEqual([1, 0]);
  expect([first.asked, second.asked]).toEqual([4, 1]);
  expect(second.log.report).toMatchObject({ "samples/scored": 4, "run/cached": 3 });
});

test("--refresh-cache asks again and keeps the new answers", async () => {
  const { run } = await setUp(counting(), { samples: 1 });

  const asked = [await run(), await run(["--refresh-cache"]), await run()];

  const answers = asked.map(({ log }) => Object(log.events[0]?.data).sampled[0]);
  expect(asked.map((each) => each.asked)).toEqual([1, 1, 0]);
  expect(answers).toEqual(["A1", "A2", "A2"]);
});

test("R111: two processes at once share a folder, and neither has half an answer", async () => {
  const { root, start, run } = await setUp("A", { samples: 60 });
  const logs = [join(root, "one.jsonl"), join(root, "two.jsonl")];

  const codes = await Promise.all(logs.map((log) => start(log).exitCode));
  const third = await run();

  expect(codes).toEqual([0, 0]);
  expect(logs.map((log) => logLines(log).report?.["samples/scored"])).toEqual([60, 60]);
  expect(third.asked).toBe(0);
});

test("R111: a folder that cannot be written costs one warning and no sample", async () => {
  const { answers, run } = await setUp("A");
  writeFileSync(answers, "a file is in the way");

  const { exitCode, stderr, asked } = await run();

  expect(exitCode).toBe(0);
  expect(asked).toBe(4);
  expect(stderr.match(/^warning: /gm)).toHaveLength(1);
  expect(stderr).toContain("answers are not kept from now on");
});

test("R122: no key is in a file of answers", async () => {
  const { answers, run } = await setUp(({ headers }) => `A ${headers.authorization}`);

  await run();

  const files = readdirSync(answers, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".json"),
  );
  expect(files).toHaveLength(4);
  for (const file of files) {
    expect(readFileSync(join(answers, file), "utf8")).toContain("[secret]");
    expect(readFileSync(join(answers, file), "utf8")).not.toContain("CANARY");
  }
});

test("without --cache every run asks", async () => {
  const { server, root } = await setUp("A");
  const start = () =>
    startOaieval(["stub", "t-match", "--registry_path", root, "--record_path", "l.jsonl"], {
      cwd: root,
      env: { OPENAI_BASE_URL: server.baseURL },
    });

  const codes = [await start().exitCode, await start().exitCode];

  expect(codes).toEqual([0, 0]);
  expect(server.requests).toHaveLength(8);
});

test("oaieval cache counts and deletes what is kept, and nothing else", async () => {
  const { root, answers, run } = await setUp("A");
  await run();
  mkdirSync(join(answers, "mine"));
  writeFileSync(join(answers, "mine", "notes.json"), "{}");
  const cache = async (action: string) => {
    const argv = ["cache", action, "--answers", `--cache=${answers}`, "--json"];
    const oaieval = startOaieval(argv, { cwd: root });
    expect(await oaieval.exitCode).toBe(0);
    return JSON.parse(oaieval.stdout);
  };

  const [before, cleared, after] = [
    await cache("stats"),
    await cache("clear"),
    await cache("stats"),
  ];

  expect(before).toEqual([{ name: "answers", path: answers, files: 4, bytes: expect.any(Number) }]);
  expect(cleared).toEqual(before);
  expect(after).toEqual([{ name: "answers", path: answers, files: 0, bytes: 0 }]);
  expect(readdirSync(answers, { recursive: true })).toEqual(["mine", join("mine", "notes.json")]);
});
