import { expect, test } from "vitest";
import { runEval } from "../../src/run/run-eval.ts";
import { metricsRegistry } from "../helpers/metrics-registry.ts";

const RIGHT = `${JSON.stringify({ answer: "a", ideal: "a" })}\n`;
const ARGS = { samples_jsonl: "-", metrics: ["exact-match"] };

function settings() {
  const root = metricsRegistry(ARGS, {});
  return {
    completionFns: ["none"],
    eval: "m",
    registryPaths: [root],
    cwd: root,
    recordPath: `${root}/log.jsonl`,
  };
}

/** Somebody waits until a number of rows was judged. */
function judgedRows() {
  const waiting = new Map<number, () => void>();
  return {
    until: (rows: number) => new Promise<void>((resolve) => waiting.set(rows, resolve)),
    tell: (rows = 0) => waiting.get(rows)?.(),
  };
}

test("each row is judged before the next one has come", async () => {
  const judged = judgedRows();
  async function* input() {
    for (const rows of [1, 2, 3]) {
      const isJudged = judged.until(rows);
      yield RIGHT;
      await isJudged;
    }
  }

  const { report } = await runEval({
    ...settings(),
    input: input(),
    observer: { progressed: ({ figures }) => judged.tell(figures?.rows) },
  });

  expect(report).toMatchObject({ exact_match_score: 1, "samples/scored": 3 });
});

test("a stream that is interrupted has the report of what came", async () => {
  const control = new AbortController();
  async function* input() {
    yield RIGHT + RIGHT;
    await new Promise(() => {});
  }

  const { report, stopReason } = await runEval({
    ...settings(),
    input: input(),
    signal: control.signal,
    observer: { progressed: ({ figures }) => figures?.rows === 2 && control.abort("SIGINT") },
  });

  expect(stopReason).toBe("SIGINT");
  expect(report).toMatchObject({ exact_match_score: 1, "samples/total": 2, "samples/skipped": 0 });
});

test("an input that breaks ends the run with the report of what came before", async () => {
  const judged = judgedRows();
  async function* input() {
    const isJudged = judged.until(1);
    yield RIGHT;
    await isJudged;
    throw new Error("the pipe broke");
  }

  const { report, failure } = await runEval({
    ...settings(),
    input: input(),
    observer: { progressed: ({ figures }) => judged.tell(figures?.rows) },
  });

  expect(failure).toMatchObject({ message: "the pipe broke" });
  expect(report).toMatchObject({ "samples/scored": 1 });
});

test("without an input there is nothing to read", async () => {
  await expect(runEval(settings())).rejects.toMatchObject({
    message: "there is no standard input to read",
  });
});
