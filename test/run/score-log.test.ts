import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ChainOfThought } from "../../src/completion/composite/chain-of-thought.ts";
import type { CallContext, CompletionFn, CompletionResult } from "../../src/core/completion.ts";
import { CompletionError, describeError } from "../../src/core/errors.ts";
import { Eval, type SampleContext } from "../../src/core/eval.ts";
import { type ChatMessage, toText } from "../../src/core/prompt.ts";
import { listRows } from "../../src/core/row-source.ts";
import type { RunOptions } from "../../src/run/options.ts";
import { runEval } from "../../src/run/run-eval.ts";
import { type ScoreOptions, scoreLog } from "../../src/run/score-log.ts";
import { answering } from "../helpers/answering.ts";
import { logLines } from "../helpers/log-lines.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

const ROWS = ["Lima", "Quito", "Sucre"].map((capital, number) => ({ number, capital }));

interface Row {
  readonly number: number;
  readonly capital: string;
}

/** Right when the answer is the capital. */
class Capitals extends Eval<Row, { readonly strict?: boolean }> {
  override async samples() {
    return listRows<Row>(ROWS, "rows");
  }

  override async evalSample({ number, capital }: Row, ctx: SampleContext): Promise<void> {
    const { text } = await ctx.complete(`Capital ${number}?`);
    const said = this.args.strict ? text : text.toLowerCase();
    ctx.record.match(said === (this.args.strict ? capital : capital.toLowerCase()), {
      picked: text,
    });
  }
}

const USAGE = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 };

/** Says the capital in small letters. */
class Small implements CompletionFn {
  asked = 0;

  async complete(prompt: unknown, _: unknown, _call: CallContext): Promise<CompletionResult> {
    this.asked++;
    const number = Number(/\d/.exec(toText(prompt as string | ChatMessage[]))?.[0]);
    const capital = ROWS[number]?.capital.toLowerCase() ?? "";
    return { completions: [capital], usage: USAGE, model: "small-1", finish_reason: "stop" };
  }
}

async function firstRun(options: Partial<RunOptions> = {}) {
  const folder = tempRegistry({});
  const path = join(folder, "log.jsonl");
  const fn = new Small();
  const run = { completionFns: [fn], eval: Capitals, concurrency: 1, recordPath: path, ...options };
  const { report } = await runEval(run);
  return { path, fn, report, folder };
}

async function score(path: string, options: Partial<ScoreOptions> = {}) {
  const warnings: string[] = [];
  const recordPath = join(tempRegistry({}), "scores.jsonl");
  const result = await scoreLog({
    ...{ log: path, eval: Capitals, recordPath },
    observer: { warned: (message) => warnings.push(message) },
    ...options,
  });
  return { ...result, warnings, log: logLines(recordPath) };
}

test("R115: other args judge the answers of a log anew, without a call; the old scores stay", async () => {
  const { path, fn, report: first } = await firstRun();
  const before = readFileSync(path, "utf8");

  const { report, log } = await score(path, { args: { strict: true } });

  expect(first).toMatchObject({ accuracy: 1 });
  expect(report).toMatchObject({ accuracy: 0, "samples/scored": 3, "run/requests": 0 });
  expect(fn.asked).toBe(3);
  expect(readFileSync(path, "utf8")).toBe(before);
  expect(log.spec.run_config["scored_from"]).toEqual({ path, run_id: logLines(path).spec.run_id });
  expect(log.spec.run_id).not.toBe(logLines(path).spec.run_id);
});

test("the answers stand in the new log as they were, marked as such, and cost nothing again", async () => {
  const { path } = await firstRun();

  const { report, log } = await score(path);

  const old = logLines(path).events.filter(({ type }) => type === "sampling");
  const now = log.events.filter(({ type }) => type === "sampling");
  expect(now.map(({ data }) => data)).toEqual(
    old.map(({ data }) => ({ ...Object(data), cached: true })),
  );
  expect(report).toMatchObject({ usage_cached_total_tokens: 12 });
  expect(report).not.toHaveProperty("usage_total_tokens");
});

test("scores can be judged again like any log", async () => {
  const { path } = await firstRun();
  const again = join(tempRegistry({}), "again.jsonl");
  await scoreLog({ log: path, eval: Capitals, recordPath: again });

  const { report } = await score(again, { args: { strict: true } });

  expect(report).toMatchObject({ accuracy: 0, "samples/scored": 3 });
});

/** Asks twice, the second time about the first answer, and a judge once. */
class Twice extends Capitals {
  override async evalSample({ number }: Row, ctx: SampleContext): Promise<void> {
    const { text } = await ctx.complete(`Capital ${number}?`);
    const more = await ctx.complete(`Sure about ${text} (${number})?`);
    const judge = this.context.judge ?? this.context.completionFns[0];
    const verdict = await ctx.complete(`Is it? ${more.text}`, {}, { fn: judge, purpose: "judge" });
    ctx.record.metrics({ choice: verdict.text, said: `${text}, ${more.text}` });
  }

  override summarize() {
    return {};
  }
}

test("several questions of a sample get their answers, and the judge is asked anew", async () => {
  const [first, second] = [answering("no"), answering("yes")];
  const { path, fn } = await firstRun({ eval: Twice, judge: first });

  const { log, report } = await score(path, { eval: Twice, judge: second });

  const said = log.events.filter(({ type }) => type === "metrics").map(({ data }) => data);
  expect(said).toContainEqual({ choice: "yes", said: "sucre, sucre" });
  expect(fn.asked).toBe(6);
  expect(first.calls).toHaveLength(3);
  expect(second.calls).toHaveLength(3);
  expect(report).toMatchObject({ usage_cached_total_tokens: 24, "samples/scored": 3 });
});

test("a function that judges itself judges anew, and does not answer again", async () => {
  const { path } = await firstRun({ eval: Twice });

  const message = await score(path, { eval: Twice }).catch(describeError);

  // The function of that run was an object: of it there is only a name.
  expect(message).toBe(
    [
      '"Small" judges in the log\'s run, which was made by code',
      `  where: ${path}`,
      "  fix:   name a judge with --judge",
    ].join("\n"),
  );
});

test("repeats are judged one by one", async () => {
  const { path, fn } = await firstRun({ repeats: 2 });

  const { report, log } = await score(path);

  expect(fn.asked).toBe(6);
  expect(report).toMatchObject({ accuracy: 1, "samples/scored": 3 });
  expect(log.events.filter(({ type }) => type === "match")).toHaveLength(6);
});

test("a sample that the log has no answer for is an error that says so", async () => {
  const { path } = await firstRun();
  const lines = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, `${lines.slice(0, 5).join("\n")}\n`);

  const { report, errors } = await score(path);

  expect(report).toMatchObject({ "samples/scored": 2, "samples/errors": 1, "samples/total": 3 });
  expect(errors.map(({ message }) => message)).toEqual(["the log has no answer for this sample"]);
});

test("a sample that failed then is an error that says why", async () => {
  class Failing extends Small {
    override async complete(prompt: string, params: unknown, call: CallContext) {
      if (prompt.includes("1")) throw new CompletionError("too long");
      return super.complete(prompt, params, call);
    }
  }
  const { path } = await firstRun({ completionFns: [new Failing()] });

  const { errors, report } = await score(path);

  expect(report).toMatchObject({ "samples/scored": 2, "samples/errors": 1 });
  expect(errors).toEqual([
    {
      sampleId: "capitals.default.1",
      type: "CompletionError",
      message: "the log has no answer for this sample: it failed then, CompletionError: too long",
    },
  ]);
});

test("an eval that asks more than was asked gets an error for what is missing", async () => {
  const { path } = await firstRun();

  const { errors } = await score(path, { eval: Twice, judge: answering("yes") });

  expect(errors.map(({ message }) => message)).toEqual(
    Array(3).fill("the eval asks more than the log has answers for this sample: 1"),
  );
});

test("rows whose question is another one have no answer; others stand in any row", async () => {
  const { path } = await firstRun();
  class Changed extends Capitals {
    override async samples() {
      const [first = ROWS[0], second, third] = ROWS;
      return listRows<Row>([{ ...first, number: 9 }, second, third] as Row[], "rows");
    }
  }
  const { report, errors } = await score(path, { eval: Changed });

  expect(report).toMatchObject({ "samples/scored": 2, "samples/errors": 1 });
  expect(errors.map(({ message }) => message)).toEqual([
    "the log has no answer to this question: the data or the eval has changed",
  ]);
});

test("what a function made of several calls is its answer, not the thoughts before it", async () => {
  class Chain extends ChainOfThought {
    constructor() {
      const inner = {
        complete: async (prompt: unknown, _: object, call: CallContext) => {
          const isAnswer = JSON.stringify(prompt).includes("Answer");
          const result = isAnswer ? "LIMA" : "Let me think.";
          call.record.event("sampling", { prompt, sampled: [result] });
          return { completions: [result] };
        },
      };
      const args = {
        cot_completion_fn: "inner",
        cot_template: "Think",
        extract_answer_template: "Answer",
      };
      super(args, { registry: { completionFn: async () => inner } } as never);
    }
  }
  const { path } = await firstRun({ completionFns: [new Chain()] });

  const { report, log } = await score(path);

  expect(report["accuracy"]).toBeCloseTo(1 / 3, 12);
  expect(log.events.filter(({ type }) => type === "sampling").map(({ data }) => data)).toEqual(
    [2, 1, 0].map((number) => ({
      prompt: `Capital ${number}?`,
      params: {},
      sampled: ["LIMA"],
      cached: true,
    })),
  );
});

test("the scores never take the place of the log", async () => {
  const { path } = await firstRun();
  const before = readFileSync(path, "utf8");

  const message = await score(path, { recordPath: path }).catch(describeError);

  expect(message).toContain("the new scores would take the place of the log");
  expect(readFileSync(path, "utf8")).toBe(before);
});
