import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { CompletionFn } from "../../src/core/completion.ts";
import { CompletionError, ConfigError, DataError } from "../../src/core/errors.ts";
import { Eval, type SampleContext } from "../../src/core/eval.ts";
import type { Job } from "../../src/core/sample.ts";
import { runSample, type SampleEnvironment } from "../../src/run/run-sample.ts";
import { answering } from "../helpers/answering.ts";
import { evalContext } from "../helpers/eval-context.ts";

type Judge = (sample: unknown, ctx: SampleContext) => Promise<void>;

/** An eval whose judging is a function. */
class Judging extends Eval {
  readonly #judge: Judge;

  constructor(judge: Judge) {
    super({}, evalContext());
    this.#judge = judge;
  }

  override evalSample(sample: unknown, ctx: SampleContext): Promise<void> {
    return this.#judge(sample, ctx);
  }
}

const JOB: Job = { sampleId: "demo.dev.0", sample: { input: "Peru?" } };

function run(judge: Judge, environment: Partial<SampleEnvironment> = {}, job = JOB) {
  return runSample(new Judging(judge), job, {
    completionFns: [answering("Lima")],
    seed: 20220722,
    signal: new AbortController().signal,
    ...environment,
  });
}

test("the outcome has what was recorded, in its order", async () => {
  const outcome = await run(async (sample, { record }) => {
    record.extra(sample);
    record.match(true, { expected: ["Lima"] });
  });

  expect(outcome).toEqual({
    sampleId: "demo.dev.0",
    events: [
      { type: "extra", data: { input: "Peru?" } },
      { type: "match", data: { correct: true, expected: "Lima", picked: null } },
    ],
  });
});

test("complete asks the first function, or the one that is named", async () => {
  const [first, second] = [answering("Lima"), answering("Sucre")];

  const { events } = await run(
    async (_, ctx) => {
      ctx.record.extra([
        (await ctx.complete("Peru?", { temperature: 0 })).text,
        (await ctx.complete("Bolivia?", {}, { fn: second, purpose: "judge" })).text,
      ]);
    },
    { completionFns: [first, second] },
  );

  expect(events).toContainEqual({ type: "extra", data: ["Lima", "Sucre"] });
  expect(first.calls).toEqual([
    { prompt: "Peru?", params: { temperature: 0 }, sampleId: "demo.dev.0", purpose: undefined },
  ]);
  expect(second.calls).toMatchObject([{ prompt: "Bolivia?", purpose: "judge" }]);
});

test("no completion is an empty text", async () => {
  const none: CompletionFn = { complete: async () => ({ completions: [] }) };

  const { events } = await run(async (_, ctx) => ctx.record.extra((await ctx.complete("?")).text), {
    completionFns: [none],
  });

  expect(events).toContainEqual({ type: "extra", data: "" });
});

test.each([
  [
    new CompletionError("too long", { kind: "permanent", status: 400, code: "too_long" }),
    { type: "CompletionError", message: "too long", kind: "permanent", status: 400 },
  ],
  [
    new CompletionError("no answer", { kind: "timeout" }),
    { type: "CompletionError", message: "no answer", kind: "timeout" },
  ],
  [new DataError("no such row"), { type: "DataError", message: "no such row" }],
  [
    new TypeError("x is undefined"),
    {
      type: "TypeError",
      message: "x is undefined",
      stack: expect.stringContaining("run-sample.test.ts"),
    },
  ],
  ["a text", { type: "string", message: "a text" }],
  [undefined, { type: "undefined", message: "undefined" }],
])("%s becomes the sample's error", async (thrown, data) => {
  const { events } = await run(async (_, { record }) => {
    record.extra("before");
    throw thrown;
  });

  expect(events).toMatchObject([
    { type: "extra", data: "before" },
    { type: "error", data },
  ]);
});

test.each([
  new ConfigError("no such spec"),
  new CompletionError("wrong key", { kind: "fatal", status: 401 }),
])("%s ends the run", async (error) => {
  await expect(
    run(async () => {
      throw error;
    }),
  ).rejects.toBe(error);
});

test("an eval that asks nobody in particular needs a function", async () => {
  const asking = run(async (_, ctx) => void (await ctx.complete("?")), { completionFns: [] });

  await expect(asking).rejects.toThrow("the run has none");
});

test("a sample whose time is up is an error of kind timeout, and asks no more", async () => {
  const fn = answering("Lima");
  let late: unknown;
  const end = new Promise<void>((resolve) => {
    void run(
      async (_, ctx) => {
        await new Promise((aborted) => ctx.signal.addEventListener("abort", aborted));
        await turn();
        late = await ctx.complete("?").catch((error: unknown) => error);
        ctx.record.match(true);
        resolve();
      },
      { timeoutMs: 20, completionFns: [fn] },
    ).then(({ events }) => {
      expect(events).toEqual([
        {
          type: "error",
          data: {
            type: "TimeoutError",
            kind: "timeout",
            message: "the sample was not done after 0.02 s (--sample-timeout 0.02)",
          },
        },
      ]);
    });
  });

  await end;

  expect(late).toEqual(new Error("not done after 0.02 s"));
  expect(fn.calls).toEqual([]);
});

test("what comes after the time is up is not in the outcome", async () => {
  let afterwards = () => {};
  const outcome = await run(
    (_, { record }) =>
      new Promise(() => {
        afterwards = () => record.match(true);
      }),
    { timeoutMs: 10 },
  );

  afterwards();

  expect(outcome.events.map(({ type }) => type)).toEqual(["error"]);
});

test("a run that is cancelled ends the sample with the run's reason", async () => {
  const cancel = new AbortController();
  const running = run(() => new Promise(() => {}), { signal: cancel.signal });

  cancel.abort("SIGINT");

  await expect(running).rejects.toBe("SIGINT");
});

test("random numbers depend on the sample and the seed alone", async () => {
  const drawn = async (job: Job, seed = 20220722) => {
    const { events } = await run(
      async (_, ctx) => ctx.record.extra(ctx.random.random()),
      { seed },
      job,
    );
    return events[0]?.data;
  };

  expect(await drawn(JOB)).toBe(0.936640407823199);
  expect(await drawn({ ...JOB, sampleId: "demo.dev.1" })).toBe(0.5421462944085103);
  expect(await drawn({ ...JOB, sampleId: "hellaswag.val.7" }, 42)).toBe(0.1681374881887877);
});

test("a repeat draws numbers of its own, the first one those of a single run", async () => {
  const drawn = async (repeat: number) => {
    const { events, ...rest } = await run(
      async (_, ctx) => ctx.record.extra(ctx.random.random()),
      {},
      { ...JOB, repeat },
    );
    expect(rest).toEqual({ sampleId: "demo.dev.0", repeat });
    return events[0]?.data;
  };

  expect(await drawn(0)).toBe(0.936640407823199);
  expect(await drawn(1)).not.toBe(0.936640407823199);
});
