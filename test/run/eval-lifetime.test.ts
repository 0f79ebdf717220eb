import { join } from "node:path";
import { expect, test } from "vitest";
import { Eval, type SampleContext } from "../../src/core/eval.ts";
import type { EventLog } from "../../src/core/event-log.ts";
import { listRows } from "../../src/core/row-source.ts";
import { runEval } from "../../src/run/run-eval.ts";
import { answering } from "../helpers/answering.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

/** Tells what of it was called, in order. */
function lifetime(faulty?: "prepare" | "evalSample") {
  const calls: string[] = [];
  class Told extends Eval<{ readonly input: string }> {
    override async prepare(): Promise<void> {
      calls.push("prepare");
      if (faulty === "prepare") throw new Error("not ready");
    }

    override async samples() {
      return listRows([{ input: "A" }], "rows");
    }

    override async evalSample({ input }: { input: string }, ctx: SampleContext): Promise<void> {
      calls.push("evalSample");
      if (faulty === "evalSample") throw new Error("broke");
      await ctx.complete(input);
    }

    override summarize() {
      calls.push("summarize");
      return {};
    }

    override async end(): Promise<void> {
      calls.push("end");
    }
  }
  return { Told, calls };
}

async function run(Class: ReturnType<typeof lifetime>["Told"]) {
  const recordPath = join(tempRegistry({}), "log.jsonl");
  return runEval({ completionFns: [answering("A")], eval: Class, recordPath });
}

test("an eval ends after its report", async () => {
  const { Told, calls } = lifetime();

  await run(Told);

  expect(calls).toEqual(["prepare", "evalSample", "summarize", "end"]);
});

test("an eval ends when its sample failed", async () => {
  const { Told, calls } = lifetime("evalSample");

  await run(Told);

  expect(calls.at(-1)).toBe("end");
});

test("an eval ends when it could not begin", async () => {
  const { Told, calls } = lifetime("prepare");

  await expect(run(Told)).rejects.toThrow("not ready");
  expect(calls).toEqual(["prepare", "end"]);
});

test("what an eval reads from the log again is not kept in memory", async () => {
  const seen: unknown[] = [];
  class Reading extends Eval<{ readonly input: string }> {
    static override readonly readsEvents = true;

    override async samples() {
      return listRows([{ input: "A" }, { input: "B" }], "rows");
    }

    override async evalSample({ input }: { input: string }, ctx: SampleContext): Promise<void> {
      ctx.record.metrics({ input });
    }

    override async summarize(log: EventLog) {
      for await (const { data } of log.events("metrics")) seen.push(Object(data).input);
      return { kept: log.metrics.length };
    }
  }
  const recordPath = join(tempRegistry({}), "log.jsonl");
  const options = { completionFns: [answering("A")], eval: Reading, recordPath };

  const once = await runEval(options);
  const twice = await runEval({ ...options, repeats: 2 });

  expect(seen.slice(0, 2).sort()).toEqual(["A", "B"]);
  expect(once.report["kept"]).toBe(0);
  expect(twice.report["kept"]).toBe(2);
});
