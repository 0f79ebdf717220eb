import { expect, test } from "vitest";
import { answerAfter, mostFrequent } from "../../../src/completion/composite/majority.ts";
import { SelfConsistency } from "../../../src/completion/composite/self-consistency.ts";
import { CompletionError } from "../../../src/core/errors.ts";
import { type AnsweringFn, answering } from "../../helpers/answering.ts";
import { contextWith, testCall } from "../contexts.ts";

function consistent(inner: AnsweringFn, args: object = {}): SelfConsistency {
  const parsed = SelfConsistency.Args.parse({
    completion_fn: "inner",
    num_generations: 3,
    cot_template: "End with: {prefix}",
    ...args,
  });
  return new SelfConsistency(parsed, contextWith({ inner }));
}

test("the answer that most calls give is taken", async () => {
  const inner = answering("The answer is 5", "6, so the answer is: 4.", "THE ANSWER IS 4");
  const call = testCall();

  const { completions } = await consistent(inner).complete("2+2?", {}, call);

  expect(completions).toEqual(["4."]);
  expect(call.record.drafts.map(({ type }) => type)).toEqual([
    "sampling",
    "sampling",
    "sampling",
    "extra",
  ]);
  expect(call.record.drafts.at(-1)?.data).toEqual({
    self_consistency: { answers: ["5", "4.", "4"], picked: "4." },
  });
});

test("every call gets the cue and a temperature, and one answer is asked for", async () => {
  const inner = answering("The answer is 4");

  await consistent(inner).complete("2+2?", { temperature: 0, max_tokens: 9, n: 2 }, testCall());

  expect(inner.calls).toHaveLength(3);
  expect(inner.calls[0]).toMatchObject({
    prompt: [
      { role: "system", content: "2+2?" },
      { role: "system", content: "End with: The answer is" },
    ],
    params: { temperature: 1, max_tokens: 9 },
  });
  expect(inner.calls[0]?.params).not.toHaveProperty("n");
});

test("a temperature of null leaves it to the eval", async () => {
  const inner = answering("The answer is 4");

  await consistent(inner, { temperature: null }).complete("2+2?", { temperature: 0 }, testCall());

  expect(inner.calls[0]?.params).toEqual({ temperature: 0 });
});

test("a further call settles it in mode judge", async () => {
  const inner = answering("one: 4", "two: 5", "three: 4", "Most say four. The answer is 4");
  const fn = consistent(inner, { mode: "judge", judge_prompt: "{question} {prefix}" });

  const { completions } = await fn.complete([{ role: "user", content: "{2+2}?" }], {}, testCall());

  expect(completions).toEqual(["4"]);
  expect(inner.calls[3]?.prompt).toEqual([
    { role: "system", content: "{2+2}? The answer is" },
    { role: "user", content: "one: 4" },
    { role: "user", content: "two: 5" },
    { role: "user", content: "three: 4" },
  ]);
});

test("no answer among the calls is an error of the sample", async () => {
  const answer = consistent(answering("Hm.")).complete("2+2?", {}, testCall());

  await expect(answer).rejects.toMatchObject({
    message: 'none of 3 answers has the words "The answer is"',
    kind: "permanent",
    fix: "set answer_prefix, or mode: judge",
  });
});

test("a call that fails is the sample's error, once the others have ended", async () => {
  let ended = 0;
  const inner: AnsweringFn = {
    calls: [],
    async complete() {
      if (ended++ === 0) throw new CompletionError("429 busy");
      return { completions: ["The answer is 4"] };
    },
  };

  const answer = consistent(inner).complete("2+2?", {}, testCall());

  await expect(answer).rejects.toThrow("429 busy");
  expect(ended).toBe(3);
});

test.each([
  ["neither function is named", {}],
  ["two functions are named", { completion_fn: "a", solver: "b" }],
  ["no answer is asked for", { completion_fn: "a", num_generations: 0 }],
  ["the mode is unknown", { completion_fn: "a", mode: "vote" }],
])("it is refused when %s", (_, args) => {
  expect(SelfConsistency.Args.safeParse(args).success).toBe(false);
});

test.each([
  ["The answer is 4", "4"],
  ["the ANSWER is: 4", "4"],
  ["If the answer is 5, then no. The answer is 4\n", "4"],
  ["4", undefined],
])("behind the prefix of %j stands %j", (text, answer) => {
  expect(answerAfter("The answer is", text)).toBe(answer);
});

test("signs of a pattern in a prefix are plain signs", () => {
  expect(answerAfter("(A)*", "x (a)* 4")).toBe("4");
});

test.each([
  [["a", "b", "B."], "b"],
  [["a", "b"], "a"],
  [["New  York", "Lima", "new york"], "New  York"],
  [[], undefined],
])("most of %j say %j", (answers, expected) => {
  expect(mostFrequent(answers)).toBe(expected);
});
