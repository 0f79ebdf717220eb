import { expect, test } from "vitest";
import { ChainOfThought } from "../../../src/completion/composite/chain-of-thought.ts";
import { CotSolver } from "../../../src/completion/composite/cot-solver.ts";
import type { CompletionFn } from "../../../src/core/completion.ts";
import { answering } from "../../helpers/answering.ts";
import { contextWith, testCall } from "../contexts.ts";

const QUESTION = [{ role: "user", content: "2+3*4?" }];

function cot(args: object, fns: Record<string, CompletionFn>): ChainOfThought {
  const parsed = ChainOfThought.Args.parse({
    cot_completion_fn: "thinker",
    cot_template: "Think.",
    extract_answer_template: "So:",
    ...args,
  });
  return new ChainOfThought(parsed, contextWith(fns));
}

test("the first call gets the cue to reason, the second the reasoning and the cue to answer", async () => {
  const thinker = answering("3*4=12, and 2 more", " 14\n");

  const result = await cot({}, { thinker }).complete(QUESTION, { temperature: 0 }, testCall());

  expect(result.completions).toEqual(["14"]);
  expect(thinker.calls.map(({ prompt }) => prompt)).toEqual([
    [...QUESTION, { role: "assistant", content: "Think." }],
    [
      ...QUESTION,
      { role: "assistant", content: "Think." },
      { role: "assistant", content: "3*4=12, and 2 more" },
      { role: "assistant", content: "So:" },
    ],
  ]);
});

test("options of the eval go to both calls, a number of answers to the second alone", async () => {
  const thinker = answering("thoughts", { completions: ["14 ", "15"] });

  const result = await cot({}, { thinker }).complete(QUESTION, { max_tokens: 9, n: 2 }, testCall());

  expect(result.completions).toEqual(["14", "15"]);
  expect(thinker.calls.map(({ params }) => params)).toEqual([
    { max_tokens: 9 },
    { max_tokens: 9, n: 2 },
  ]);
});

test("another function may give the answer", async () => {
  const thinker = answering("thoughts");
  const writer = answering("14");

  const fn = cot({ extract_completion_fn: "writer" }, { thinker, writer });
  const result = await fn.complete(QUESTION, {}, testCall());

  expect(result.completions).toEqual(["14"]);
  expect([thinker.calls.length, writer.calls.length]).toEqual([1, 1]);
});

test("W42: each call is logged once, by the function that was asked", async () => {
  const thinker = answering(
    { completions: ["thoughts"], model: "m", usage: { total_tokens: 5 } },
    "14",
  );
  const call = testCall();

  await cot({}, { thinker }).complete(QUESTION, {}, call);

  expect(call.record.drafts).toMatchObject([
    { type: "sampling", data: { sampled: ["thoughts"], model: "m", usage: { total_tokens: 5 } } },
    { type: "sampling", data: { sampled: ["14"] } },
  ]);
});

test("R20: without reasoning there is no answer, and no second call", async () => {
  const thinker = answering({ completions: [], finish_reason: "length" });

  const result = await cot({}, { thinker }).complete(QUESTION, {}, testCall());

  expect(result).toEqual({ completions: [], finish_reason: "length" });
  expect(thinker.calls).toHaveLength(1);
});

test("braces of a question are no placeholders, doubled ones of a template are braces", async () => {
  const thinker = answering("thoughts {x}", "14");
  const question = [{ role: "user", content: "{x} {{y}}?" }];

  await cot({ extract_answer_template: "{{As JSON}}:" }, { thinker }).complete(
    question,
    {},
    testCall(),
  );

  expect(thinker.calls[1]?.prompt).toMatchObject([
    { content: "{x} {{y}}?" },
    { content: "Think." },
    { content: "thoughts {x}" },
    { content: "{As JSON}:" },
  ]);
});

test("a placeholder in a template is refused when it is made", () => {
  expect(() => cot({ cot_template: "Think of {question}" }, {})).toThrow(
    'the template asks for "question", which has no value',
  );
});

test("the solver of openai/evals speaks as the system and tidies up", async () => {
  const thinker = answering("thoughts");
  const writer = answering("14.");
  const args = CotSolver.Args.parse({
    cot_solver: { class: "thinker", args: { n: 1 } },
    extract_solver: { class: "writer" },
    cot_template: "Think.",
    extract_template: "So:",
    persistent_memory: false,
    postprocessors: ["evals.solvers.postprocessors.postprocessors:RemovePeriod"],
  });

  const fn = new CotSolver(args, contextWith({ thinker, writer }));
  const result = await fn.complete(QUESTION, {}, testCall());

  expect(result.completions).toEqual(["14"]);
  expect(writer.calls[0]?.prompt).toEqual([
    ...QUESTION,
    { role: "system", content: "Think." },
    { role: "assistant", content: "thoughts" },
    { role: "system", content: "So:" },
  ]);
});
