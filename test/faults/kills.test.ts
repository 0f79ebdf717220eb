import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PythonRandom } from "../../src/core/random.ts";
import { fakeOpenAI, type Reply, refusal } from "../helpers/fake-openai.ts";
import { logLines } from "../helpers/log-lines.ts";
import { type OaievalProcess, startOaieval } from "../helpers/oaieval-process.ts";
import { questions, tinyRegistry } from "../helpers/tiny-registry.ts";
import { questionOf } from "./run-against.ts";

const KILLS = 20;
const MOST_REQUESTS = 12;
/** More than are asked before the last kill. */
const SAMPLES = KILLS * MOST_REQUESTS + 1;

/** Some of many requests meet a fault that passes. */
function sometimesFailing(random: PythonRandom): Reply {
  const draw = random.random();
  if (draw < 0.05) return refusal(503, { message: "Overloaded" }, { "retry-after-ms": "1" });
  if (draw < 0.1) return refusal(429, { message: "RPM limit" }, { "retry-after-ms": "1" });
  return "A";
}

/** A program that is killed while it waits for the answer to one of its next requests. */
async function setUp() {
  const random = new PythonRandom("kills");
  let running: OaievalProcess | undefined;
  let untilKill = Number.POSITIVE_INFINITY;
  let asked: number[] = [];
  const server = await fakeOpenAI((request) => {
    asked.push(questionOf(request));
    if (--untilKill === 0) running?.kill("SIGKILL");
    return sometimesFailing(random);
  });
  onTestFinished(() => server.close());
  const root = tinyRegistry({ rows: questions(SAMPLES) });
  const log = join(root, "log.jsonl");

  const run = async (requests = Number.POSITIVE_INFINITY) => {
    [asked, untilKill] = [[], requests];
    running = startOaieval(
      [
        ...["stub", "t-match", "--registry_path", root, "--record_path", log, "--resume"],
        ...["--concurrency", "4", "--fixed-concurrency"],
      ],
      { cwd: root, env: { OPENAI_BASE_URL: server.baseURL } },
    );
    return { exitCode: await running.exitCode, asked };
  };
  return { run, log, random };
}

/** The numbers of the questions that a log has a verdict on, once for each verdict. */
function judged(log: string): number[] {
  const text = existsSync(log) ? readFileSync(log, "utf8") : "";
  const whole = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  return whole
    .filter((line) => line.includes('"type":"match"'))
    .map((line) => Number(JSON.parse(line).sample_id.split(".").at(-1)));
}

test(`R112: killed before ${KILLS} random answers of a server with faults and resumed, every sample is judged once, and none that is done is asked again`, async () => {
  const { run, log, random } = await setUp();

  for (let kill = 0; kill < KILLS; kill++) {
    const done = new Set(judged(log));
    const { exitCode, asked } = await run(random.integer(1, MOST_REQUESTS));
    expect(exitCode).toBeNull();
    expect(asked.filter((question) => done.has(question))).toEqual([]);
  }
  const { exitCode } = await run();

  expect(exitCode).toBe(0);
  expect(judged(log).toSorted((a, b) => a - b)).toEqual([...Array(SAMPLES).keys()]);
  expect(logLines(log).report).toMatchObject({
    accuracy: 1,
    "samples/total": SAMPLES,
    "samples/scored": SAMPLES,
    "samples/errors": 0,
    "samples/skipped": 0,
  });
}, 60_000);
