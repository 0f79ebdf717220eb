import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Eval, type SampleContext } from "../src/core/eval.ts";
import type { EventLog } from "../src/core/event-log.ts";
import { evaluateSample } from "../src/testing.ts";
import { answering } from "./helpers/answering.ts";

interface Sample {
  readonly input: string;
  readonly ideal: string;
}

/** Asks for a draft and for a better answer, as an eval of a user's own might. */
class TwoCalls extends Eval<Sample, { readonly tries: number }> {
  static override readonly Args = z.strictObject({ tries: z.int().default(2) });
  static override readonly Sample = z.object({ input: z.string(), ideal: z.string() });

  override async evalSample({ input, ideal }: Sample, ctx: SampleContext): Promise<void> {
    let text = input;
    for (let i = 0; i < this.args.tries; i++) ({ text } = await ctx.complete(text));
    ctx.record.match(text === ideal, { expected: ideal, picked: text });
    ctx.record.metrics({ drawn: ctx.random.random(), parity: this.context.parity });
  }

  override async summarize(log: EventLog) {
    const prompts: unknown[] = [];
    for await (const { data } of log.events("sampling")) prompts.push(data);
    return { right: log.matches.filter(({ correct }) => correct).length, asked: prompts.length };
  }
}

const sample = { input: "a", ideal: "c" };

describe("evaluateSample", () => {
  test("gives the answers call by call and returns all events, what was matched, and the report", async () => {
    const { events, matches, report } = await evaluateSample(TwoCalls, {
      sample,
      answers: ["b", "c"],
    });

    expect(events.map(({ type }) => type)).toEqual(["sampling", "sampling", "match", "metrics"]);
    expect(events[1]?.data).toMatchObject({ prompt: "b", sampled: ["c"] });
    expect(matches).toEqual([{ correct: true, expected: "c", picked: "c" }]);
    expect(report).toEqual({ right: 1, asked: 2 });
  });

  test("draws as a run does for the same sample id and seed", async () => {
    const { metrics } = await evaluateSample(TwoCalls, {
      sample,
      answers: ["b", "c"],
      sampleId: "demo.dev.0",
      seed: 20220722,
    });

    expect(metrics).toEqual([{ drawn: expect.closeTo(0.936640407823199, 12), parity: false }]);
  });

  test("hands on args, parity and a completion function", async () => {
    const completionFn = answering("c");

    const { matches, metrics } = await evaluateSample(TwoCalls, {
      args: { tries: 1 },
      sample,
      completionFn,
      parity: true,
    });

    expect(completionFn.calls).toHaveLength(1);
    expect(matches[0]?.correct).toBe(true);
    expect(metrics).toMatchObject([{ parity: true }]);
  });

  test("says which answer is missing", async () => {
    const evaluation = evaluateSample(TwoCalls, { sample, answers: ["b"] });

    await expect(evaluation).rejects.toMatchObject({
      name: "ConfigError",
      message: "evaluateSample was not given the answer to call 2",
    });
  });

  test.each([
    [
      { args: { tires: 1 }, sample },
      "ConfigError",
      'the args do not fit: "tires" is not known; did you mean "tries"?',
    ],
    [{ sample: { input: "a" } }, "DataError", '"ideal" is missing: expected a string'],
  ])("refuses what a run would refuse: %j", async (options, name, message) => {
    const evaluation = evaluateSample(TwoCalls, { ...options, answers: ["b", "c"] });

    await expect(evaluation).rejects.toMatchObject({ name, message });
  });

  test("R47: 0, false and an empty answer of a function are answers", async () => {
    const answers = [0, false, ""];
    const texts = [];
    for (const answer of answers) {
      const complete = async () => ({ completions: [answer as string] });
      const { matches } = await evaluateSample(TwoCalls, {
        args: { tries: 1 },
        sample,
        completionFn: { complete },
      });
      texts.push(matches[0]?.picked);
    }

    expect(texts).toEqual(["0", "false", ""]);
  });

  test("a failed call is an error event, and nothing is matched", async () => {
    const complete = async () => Promise.reject(new TypeError("no"));

    const { events, matches } = await evaluateSample(TwoCalls, {
      sample,
      completionFn: { complete },
    });

    expect(events).toMatchObject([{ type: "error", data: { type: "TypeError", message: "no" } }]);
    expect(matches).toEqual([]);
  });
});

/** Compares with a list that it opens itself. */
class Listed extends Eval<Sample> {
  override async evalSample({ input }: Sample, ctx: SampleContext): Promise<void> {
    const source = await this.context.openRows("allowed.jsonl");
    ctx.record.match((await source.read(0)) === input);
  }
}

test("an eval opens the rows that the test gives it, and is told when it gave none", async () => {
  const given = await evaluateSample(Listed, { sample, rows: { "allowed.jsonl": ["a"] } });
  const missing = evaluateSample(Listed, { sample });

  expect(given.matches[0]?.correct).toBe(true);
  await expect(missing).rejects.toThrow('not given the rows of "allowed.jsonl"');
});
