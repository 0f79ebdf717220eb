import { join } from "node:path";
import { expect, test } from "vitest";
import type { CallContext, CompletionFn } from "../../src/core/completion.ts";
import { Eval, type SampleContext } from "../../src/core/eval.ts";
import { listRows } from "../../src/core/row-source.ts";
import type { RunOptions } from "../../src/run/options.ts";
import { runEval } from "../../src/run/run-eval.ts";
import { logLines } from "../helpers/log-lines.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

interface Row {
  readonly rightIn: number;
  readonly topic?: string;
}

/** Is told by the answer whether it is right; notes what it draws. */
class Told extends Eval<Row> {
  override async samples() {
    return listRows<Row>(
      [
        { rightIn: 10, topic: "x" },
        { rightIn: 0, topic: "x" },
      ],
      "rows",
    );
  }

  override async evalSample(row: Row, ctx: SampleContext): Promise<void> {
    const { text } = await ctx.complete(String(row.rightIn));
    ctx.record.extra({ drawn: ctx.random.random() });
    ctx.record.match(text === "right", { picked: text });
  }
}

/** Right in the first so many repeats as the prompt says; fails in `failsIn`. */
class Repeating implements CompletionFn {
  readonly calls: Pick<CallContext, "sampleId" | "repeat">[] = [];
  readonly #failsIn: number;

  constructor(failsIn = Number.NaN) {
    this.#failsIn = failsIn;
  }

  async complete(prompt: unknown, _: unknown, { sampleId, repeat }: CallContext) {
    this.calls.push({ sampleId, repeat });
    if (repeat === this.#failsIn) throw new Error("no answer");
    return { completions: [repeat < Number(prompt) ? "right" : "wrong"] };
  }
}

async function told(settings: Partial<RunOptions>, fn = new Repeating()) {
  const recordPath = join(tempRegistry({}), "log.jsonl");
  const result = await runEval({ completionFns: [fn], eval: Told, recordPath, ...settings });
  return { ...result, calls: fn.calls, log: logLines(recordPath) };
}

test("every sample is judged as often as --repeats says, and each repeat is in the log", async () => {
  const { report, calls, log } = await told({ repeats: 3, concurrency: 1 });

  expect(calls).toEqual([
    { sampleId: "told.default.1", repeat: 0 },
    { sampleId: "told.default.1", repeat: 1 },
    { sampleId: "told.default.1", repeat: 2 },
    { sampleId: "told.default.0", repeat: 0 },
    { sampleId: "told.default.0", repeat: 1 },
    { sampleId: "told.default.0", repeat: 2 },
  ]);
  expect(log.events.filter(({ type }) => type === "match")).toHaveLength(6);
  expect(new Set(log.events.map(({ repeat }) => repeat))).toEqual(new Set([0, 1, 2]));
  expect(log.spec.run_config).toMatchObject({ repeats: 3, reducer: "mean" });
  expect(report).toMatchObject({ accuracy: 0.5, "samples/total": 2, "samples/scored": 2 });
});

test("a sample that runs once has no repeat in its events", async () => {
  const { log } = await told({});

  expect(log.events.every((event) => !("repeat" in event))).toBe(true);
  expect(log.spec.run_config).not.toHaveProperty("repeats");
});

test("R91: a sample that misses 8 of 10 fails the gate by name, though half of all answers are right", async () => {
  const { gates } = await told({
    repeats: 10,
    reducer: "at_least_k:8",
    gates: ["accuracy >= 1"],
  });

  expect(gates).toMatchObject([{ passed: false, value: 0.5, worst: ["told.default.1"] }]);
});

test.each([
  { reducer: "mean", right: 0.7 },
  { reducer: "majority", right: 1 },
  { reducer: "at_least_k:8", right: 0 },
  { reducer: "pass@1", right: 0.7 },
  { reducer: "pass@4", right: 1 },
])("$reducer makes $right of 7 right answers in 10", async ({ reducer, right }) => {
  class Seven extends Told {
    override async samples() {
      return listRows<Row>([{ rightIn: 7 }], "rows");
    }
  }
  const { report } = await told({ repeats: 10, reducer, eval: Seven });

  expect(report["accuracy"]).toBeCloseTo(right, 12);
});

test("the first repeat draws what a single run draws, every other one something else", async () => {
  const drawn = ({ log }: Awaited<ReturnType<typeof told>>) =>
    log.events
      .filter(({ type, sample_id }) => type === "extra" && sample_id === "told.default.0")
      .map(({ data }) => (data as { drawn: number }).drawn);
  const once = drawn(await told({ concurrency: 1 }));
  const thrice = drawn(await told({ repeats: 3, concurrency: 1 }));

  expect(thrice[0]).toBe(once[0]);
  expect(new Set(thrice).size).toBe(3);
  expect(drawn(await told({ repeats: 3, concurrency: 1 }))).toEqual(thrice);
});

test("R81: a sample of which a repeat failed is an error and in no mean", async () => {
  const { report, errors } = await told({ repeats: 3 }, new Repeating(2));

  expect(report).toMatchObject({
    accuracy: null,
    "samples/total": 2,
    "samples/scored": 0,
    "samples/errors": 2,
    "samples/skipped": 0,
  });
  expect(errors).toHaveLength(2);
});

test("a run that is stopped reports whole samples; the others are skipped", async () => {
  const stopping = new AbortController();
  const fn = new Repeating();
  const stopAfter: CompletionFn = {
    complete: async (prompt, params, call) => {
      if (fn.calls.length === 4) stopping.abort("SIGINT");
      return fn.complete(prompt, params, call);
    },
  };
  const { report } = await told({
    repeats: 3,
    concurrency: 1,
    signal: stopping.signal,
    completionFns: [stopAfter],
  });

  expect(report).toMatchObject({ accuracy: 0, "samples/scored": 1, "samples/skipped": 1 });
});

test("a run goes on with the repeats that are missing or failed", async () => {
  const recordPath = join(tempRegistry({}), "log.jsonl");
  const settings = { eval: Told, recordPath, repeats: 3, reducer: "majority" } as const;
  await runEval({ ...settings, completionFns: [new Repeating(1)] });
  const again = new Repeating();
  const { report } = await runEval({ ...settings, completionFns: [again], resume: recordPath });

  expect(again.calls.map(({ repeat }) => repeat)).toEqual([1, 1]);
  expect(report).toMatchObject({ accuracy: 0.5, "samples/scored": 2, "samples/errors": 0 });
});

test.each([
  [{ repeats: 2, reducer: "pass@3" }, "needs 3 repeats"],
  [{ reducer: "modal" }, 'there is no reducer "modal"'],
  [{ repeats: 0 }, "a sample cannot be judged 0 times"],
  [{ repeats: 1.5 }, "a sample cannot be judged 1.5 times"],
])("%j is refused before anything is asked", async (settings, message) => {
  const fn = new Repeating();

  await expect(told(settings, fn)).rejects.toThrow(message);
  expect(fn.calls).toEqual([]);
});

test("--cluster-by makes two samples of one topic one observation", async () => {
  const plain = await told({});
  const clustered = await told({ clusterBy: "topic" });

  expect(plain.report).toMatchObject({ accuracy: 0.5, "accuracy.stderr": 0.5 });
  expect(clustered.report).toMatchObject({ accuracy: 0.5, "accuracy.stderr": null });
  expect(clustered.log.spec.run_config).toMatchObject({ cluster_by: "topic" });
});

test("rows without the field of --cluster-by are said to stand alone", async () => {
  class Some extends Told {
    override async samples() {
      return listRows<Row>([{ rightIn: 10 }, { rightIn: 0, topic: "x" }], "rows");
    }
  }
  const warnings: string[] = [];
  const observer = { warned: (message: string) => warnings.push(message) };
  const { report } = await told({ clusterBy: "topic", observer, eval: Some });

  expect(report["accuracy.stderr"]).toBeCloseTo(0.5, 12);
  expect(warnings).toEqual([
    '1 of 2 samples have no "topic": each of them is a cluster of its own',
  ]);
});

test("a field that no row has is refused with a near name, before anything is asked", async () => {
  const fn = new Repeating();

  await expect(told({ clusterBy: "topik" }, fn)).rejects.toMatchObject({
    message: 'no row has a value in the field "topik"',
    fix: 'did you mean "topic"?',
  });
  expect(fn.calls).toEqual([]);
});
