import { describe, expect, test } from "vitest";
import type { EventDraft } from "../../src/core/event.ts";
import type { Prompt } from "../../src/core/prompt.ts";
import { Match, MatchArgs } from "../../src/templates/match.ts";
import { evaluateSample } from "../../src/testing.ts";
import { answering } from "../helpers/answering.ts";
import { evalContext, loadRows } from "../helpers/eval-context.ts";

function exampleRow(number: number) {
  return {
    sample: [
      { role: "system", name: "example_user", content: `question ${number}` },
      { role: "system", name: "example_assistant", content: `answer ${number}` },
    ],
  };
}

const examples = Array.from({ length: 143 }, (_, number) => exampleRow(number));
const system = { role: "system", content: "Answer." };
const question = { role: "user", content: "Which?" };
const sample = { input: [system, question], ideal: "x" };

async function ask(args: object, sampleId?: string) {
  const completionFn = answering("x");
  const { events } = await evaluateSample(Match, {
    args: { few_shot_jsonl: "few.jsonl", ...args },
    rows: { "few.jsonl": examples },
    sample,
    completionFn,
    ...(sampleId === undefined ? {} : { sampleId }),
  });
  return { prompt: completionFn.calls[0]?.prompt ?? "", events };
}

function shown(prompt: Prompt): unknown[] {
  const messages = typeof prompt === "string" ? [] : prompt;
  return messages.slice(1, -1);
}

function drawnRows(events: readonly EventDraft[]): number[] {
  const notes = events.filter(({ type }) => type === "extra");
  return notes.flatMap(({ data }) => (data as { few_shot_rows: number[] }).few_shot_rows);
}

test("the first examples stand in the order of the file before the last message", async () => {
  const { prompt } = await ask({ num_few_shot: 2 });

  expect(prompt).toEqual([system, ...exampleRow(0).sample, ...exampleRow(1).sample, question]);
});

test("without num_few_shot the prompt is the input, and the file is not opened", async () => {
  const { prompt } = await ask({ few_shot_jsonl: "missing.jsonl" });

  expect(prompt).toEqual([system, question]);
});

describe("R51: drawn examples", () => {
  const random = { num_few_shot: 3, few_shot_random: true };

  test("are recorded by their rows", async () => {
    const { prompt, events } = await ask(random, "demo.dev.0");
    const rows = drawnRows(events);

    expect(new Set(rows).size).toBe(3);
    expect(shown(prompt)).toEqual(rows.flatMap((row) => exampleRow(row).sample));
  });

  test("are the same for the same sample and others for another one", async () => {
    const once = await ask(random, "demo.dev.0");
    const again = await ask(random, "demo.dev.0");
    const other = await ask(random, "demo.dev.1");

    expect(again.prompt).toEqual(once.prompt);
    expect(other.prompt).not.toEqual(once.prompt);
  });

  test("are not recorded when they are simply the first ones", async () => {
    const { events } = await ask({ num_few_shot: 3 });

    expect(events.map(({ type }) => type)).toEqual(["sampling", "match"]);
  });
});

function matchWith(args: object, few: readonly unknown[], rows: readonly unknown[] = [sample]) {
  const context = evalContext({ rows: { "few.jsonl": few, "s.jsonl": rows } });
  const all = MatchArgs.parse({ samples_jsonl: "s.jsonl", few_shot_jsonl: "few.jsonl", ...args });
  return { context, evaluation: new Match(all, context) };
}

test.each([
  [{ input: [question] }, 'a few-shot row needs "sample", a list of messages'],
  [{ sample: "text" }, 'a few-shot row needs "sample", a list of messages'],
  [{ sample: [{ role: "user" }] }, "(sample.0.content:"],
  ["text", 'a few-shot row needs "sample"'],
])("R42: the few-shot row %j is refused with its place and a good line", async (row, message) => {
  const { evaluation } = matchWith({ num_few_shot: 2 }, [exampleRow(0), row]);

  await expect(evaluation.prepare()).rejects.toMatchObject({
    name: "DataError",
    message: expect.stringContaining(message),
    where: "few.jsonl:2",
    fix: expect.stringContaining('{"sample": [{"role": "user"'),
  });
});

test("more examples than the file holds are told, and all of them are shown", async () => {
  const { context, evaluation } = matchWith({ num_few_shot: 5 }, examples.slice(0, 2));

  await evaluation.prepare();

  expect(context.warnings).toEqual(['num_few_shot is 5, but "few.jsonl" has 2 examples']);
});

test("a file of examples of which none are to be shown is told", async () => {
  const { context, evaluation } = matchWith({}, examples);

  await evaluation.prepare();

  expect(context.warnings).toEqual(['no example of "few.jsonl" is shown: num_few_shot is 0']);
});

test("examples without a file are an error that names the argument to set", async () => {
  const { evaluation } = matchWith({ num_few_shot: 5, few_shot_jsonl: undefined }, []);

  await expect(evaluation.prepare()).rejects.toMatchObject({
    name: "ConfigError",
    message: expect.stringContaining("shows 5 examples and names no file"),
    fix: expect.stringContaining("few_shot_jsonl"),
  });
});

test("a text input is refused with its place before anything is asked", async () => {
  const rows = [sample, { input: "Which?", ideal: "x" }];
  const { evaluation } = matchWith({ num_few_shot: 1 }, examples, rows);

  await expect(loadRows(evaluation)).rejects.toMatchObject({
    name: "DataError",
    where: "s.jsonl:2",
    fix: expect.stringContaining('[{"role": "user"'),
  });
});

test("without examples a text input is fine", async () => {
  const rows = [{ input: "Which?", ideal: "x" }];
  const { evaluation } = matchWith({}, examples, rows);

  expect(await loadRows(evaluation)).toEqual(rows);
});
