import { expect, test } from "vitest";
import { FewShotSolver } from "../../src/completion/composite/few-shot-solver.ts";
import { OpenAISolver } from "../../src/completion/composite/openai-solver.ts";
import type { CompletionFn } from "../../src/core/completion.ts";
import { toMessages } from "../../src/core/prompt.ts";
import type { InlineSpec } from "../../src/core/registry-view.ts";
import { listRows } from "../../src/core/row-source.ts";
import { type AnsweringFn, answering } from "../helpers/answering.ts";
import { contextWith, testCall, testContext } from "./contexts.ts";

const TASK = { role: "system", content: "Name capitals." };
const PERU = { role: "user", content: "Peru" };

function fewShot(inner: CompletionFn, rows: readonly unknown[], args: object = {}): FewShotSolver {
  const parsed = FewShotSolver.Args.parse({
    train_jsonl: "train.jsonl",
    n_shots: 2,
    base_solver: { class: "inner" },
    ...args,
  });
  const context = {
    ...contextWith({ inner }),
    openRows: async (name: string) => listRows(rows, name),
  };
  return new FewShotSolver(parsed, context);
}

const ROWS = [
  { input: "Chile", ideal: "Santiago" },
  { input: [{ role: "user", content: "Kenya" }], ideal: "Nairobi" },
  [
    { role: "user", content: "Peru" },
    { role: "assistant", content: "Lima" },
  ],
];

const TURNS = ["user", "assistant"];

/** Who speaks in the first prompt. */
function rolesAsked({ calls }: AnsweringFn): string[] {
  return toMessages(calls[0]?.prompt ?? []).map(({ role }) => role);
}

test("solved examples stand between task and question, and never the question itself", async () => {
  const inner = answering("Lima");

  for (let index = 0; index < 10; index++) {
    const call = testCall({ sampleId: `t.dev.${index}` });
    await fewShot(inner, ROWS).complete([TASK, PERU], {}, call);
  }

  for (const { prompt } of inner.calls) {
    expect(prompt.slice(0, 1)).toEqual([TASK]);
    expect(prompt.slice(-1)).toEqual([PERU]);
    const texts = (prompt.slice(1, -1) as { content: string }[]).map(({ content }) => content);
    expect(["Chile Santiago Kenya Nairobi", "Kenya Nairobi Chile Santiago"]).toContain(
      texts.join(" "),
    );
  }
});

test("the same sample gets the same examples, another seed other ones", async () => {
  const rows = Array.from({ length: 50 }, (_, index) => ({ input: `q${index}`, ideal: "a" }));
  const inner = answering("x");

  await fewShot(inner, rows).complete([TASK, PERU], {}, testCall());
  await fewShot(inner, rows).complete([TASK, PERU], {}, testCall());
  await fewShot(inner, rows, { seed: 7 }).complete([TASK, PERU], {}, testCall());

  const [first, second, third] = inner.calls.map(({ prompt }) => prompt);
  expect(second).toEqual(first);
  expect(third).not.toEqual(first);
});

test("the task is said again before each further example where that is wanted", async () => {
  const inner = answering("Lima");

  await fewShot(inner, ROWS, { repeat_task_description: true }).complete(
    [TASK, PERU],
    {},
    testCall(),
  );

  expect(rolesAsked(inner)).toEqual(["system", ...TURNS, "system", ...TURNS, "user"]);
});

test("a text is a question without a task", async () => {
  const inner = answering("Lima");

  await fewShot(inner, ROWS, { n_shots: 1 }).complete("Bolivia", {}, testCall());

  expect(rolesAsked(inner)).toEqual([...TURNS, "system"]);
});

test("too few examples are refused before a call", async () => {
  const error = await fewShot(answering("x"), ROWS, { n_shots: 4 }).prepare().catch(String);

  expect(error).toContain("4 examples are to be shown, and there are 3");
});

test("a row that is no example is refused with its place", async () => {
  const preparing = fewShot(answering("x"), [...ROWS, { input: "Peru" }]).prepare();

  await expect(preparing).rejects.toMatchObject({ where: "train.jsonl:4" });
});

test("an OpenAI solver asks a chat model with its options, and biased to its valid answers", async () => {
  const asked: (string | InlineSpec)[] = [];
  const inner = answering("A");
  const context = testContext({
    registry: {
      ...contextWith({}).registry,
      completionFn: async (spec) => {
        asked.push(spec);
        return inner;
      },
    },
  });
  const args = OpenAISolver.Args.parse({
    completion_fn_options: { model: "gpt-4o", extra_options: { temperature: 0, max_tokens: 1 } },
    valid_answers: ["A", "B", "!", "~"],
  });

  const { completions } = await new OpenAISolver(args, context).complete(
    [TASK, PERU],
    {},
    testCall(),
  );

  expect(completions).toEqual(["A"]);
  expect(inner.calls[0]?.prompt).toEqual([TASK, PERU]);
  // Tokens of single characters: those of cl100k_base and o200k_base alike.
  expect(asked).toEqual([
    {
      class: "openai-chat",
      args: {
        model: "gpt-4o",
        extra_options: {
          temperature: 0,
          max_tokens: 1,
          logit_bias: { "0": 100, "32": 100, "33": 100, "93": 100 },
        },
      },
    },
  ]);
});

test("an OpenAI solver refuses models that only complete text", () => {
  const args = OpenAISolver.Args.parse({ completion_fn_options: { model: "gpt-4-base" } });

  expect(() => new OpenAISolver(args, testContext())).toThrow("gpt-4-base only completes text");
});

test.each([
  ["an answer of several characters", { valid_answers: ["Yes"] }],
  ["a start that is fixed", { fixed_start: "So" }],
])("an OpenAI solver refuses %s", (_, args) => {
  const completion_fn_options = { model: "gpt-4o" };

  expect(OpenAISolver.Args.safeParse({ completion_fn_options, ...args }).success).toBe(false);
});
