import { expect, test } from "vitest";
import { z } from "zod";
import type { CompletionFn } from "../../../src/core/completion.ts";
import { CompletionError } from "../../../src/core/errors.ts";
import type { ChatMessage } from "../../../src/core/prompt.ts";
import {
  eachOf,
  Flag,
  ItemNumber,
  Reason,
  steps,
} from "../../../src/metrics/judge/answer-fields.ts";
import { Judge } from "../../../src/metrics/judge/judge.ts";
import { UnreadableVerdict } from "../../../src/metrics/judge/unreadable-verdict.ts";
import { answering } from "../../helpers/answering.ts";
import { sampleContext } from "../../helpers/scoring.ts";

const MESSAGES: readonly ChatMessage[] = [{ role: "user", content: "Mark it." }];
const Mark = z.object({ reason: Reason, score: steps(1, 5, 0.5) });

function ask<T>(fn: CompletionFn, answer: z.ZodType<T>, retries = 2): Promise<T> {
  const request = { step: "mark", messages: MESSAGES, answer, params: { temperature: 0 } };
  return new Judge(fn, retries).ask(request, sampleContext());
}

test.each([
  ["plain JSON", '{"reason": "fine", "score": 4}'],
  ["a code fence", '```json\n{"reason": "fine", "score": 4}\n```'],
  ["a fence of one line", '```{"reason": "fine", "score": 4}```'],
  [
    "R66: a sentence, a fence and a sentence",
    'Here it is:\n```json\n{"reason": "fine", "score": 4}\n```\nHope it helps.',
  ],
  ["braces in words before it", 'The set {a, b} is right: {"reason": "fine", "score": 4}'],
  ["braces and quotes in its strings", '{"reason": "fine", "note": "} \\" {", "score": 4}'],
  ["formulas before it", `${"\\\\frac{1}{2} + ".repeat(200)} so: {"reason": "fine", "score": 4}`],
  ["a number as text", '{"reason": "fine", "score": " 4.0 "}'],
  ["more fields than asked for", '{"reason": "fine", "score": 4, "confidence": 0.3}'],
  ["two objects, of which the first counts", '{"reason": "fine", "score": 4} {"score": 1}'],
])("an answer is read from %s", async (_, text) => {
  expect(await ask(answering(text), Mark)).toEqual({ reason: "fine", score: 4 });
});

test("an answer without a reason is read", async () => {
  expect(await ask(answering('{"score": 4}'), Mark)).toEqual({ reason: "", score: 4 });
});

test.each([
  ["1", 1],
  ['"1"', 1],
  ['"yes"', 1],
  ['"True"', 1],
  ["true", 1],
  ["0", 0],
  ['"0"', 0],
  ['" No "', 0],
  ['"false"', 0],
  ["false", 0],
])("a verdict of %s is %d", async (json, expected) => {
  const answer = z.object({ verdict: Flag });

  expect(await ask(answering(`{"verdict": ${json}}`), answer)).toEqual({ verdict: expected });
});

test("an answer that cannot be read is complained of, and asked for again", async () => {
  const judge = answering("I like it.", '{"score": 4}');

  await ask(judge, Mark);

  expect(judge.calls.map(({ prompt }) => prompt)).toEqual([
    MESSAGES,
    [
      ...MESSAGES,
      { role: "assistant", content: "I like it." },
      { role: "user", content: expect.stringContaining("there is no JSON object in it") },
    ],
  ]);
});

test("only the last complaint is told, and an empty answer is not shown to the judge", async () => {
  const judge = answering("No.", "", '{"score": 4}');

  await ask(judge, Mark);

  const last = judge.calls.at(-1)?.prompt as readonly ChatMessage[];
  expect(last.map(({ role }) => role)).toEqual(["user", "user"]);
});

test.each([
  ["9", "9"],
  ["0.5", "0.5"],
  ["4.2", "4.2"],
  ['"five"', '"five"'],
  ["null", "null"],
])("a mark of %s is off the scale, and never moved onto it", async (json, shown) => {
  const judge = answering(`{"reason": "r", "score": ${json}}`);

  const failure = await ask(judge, Mark).catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(UnreadableVerdict);
  expect((failure as UnreadableVerdict).unread).toEqual({
    step: "mark",
    verdict: `{"reason": "r", "score": ${json}}`,
    complaint: expect.stringMatching(/^"score" is wrong: expected 1 or 1\.5 .* or 5, found /),
    retries: 2,
    finish_reason: null,
    isCutShort: false,
  });
  expect((failure as UnreadableVerdict).unread.complaint).toContain(shown);
  expect(judge.calls).toHaveLength(3);
});

test("without retries it is asked once", async () => {
  const judge = answering("No.");

  await expect(ask(judge, Mark, 0)).rejects.toThrow(UnreadableVerdict);

  expect(judge.calls).toHaveLength(1);
});

test.each([
  ["it says so itself", { completions: ["Well,"], finish_reason: "length" }],
  ["its object does not end", { completions: ['{"reason": "it goes on and'] }],
])("R66: an answer was cut short when %s", async (_, answer) => {
  const failure = await ask(answering(answer), Mark).catch((error: unknown) => error);

  expect((failure as UnreadableVerdict).unread.isCutShort).toBe(true);
});

const List = z.object({
  verdicts: eachOf(z.object({ n: ItemNumber, supported: Flag }), 3),
});
const verdicts = (...numbers: number[]) =>
  JSON.stringify({ verdicts: numbers.map((n) => ({ n, supported: n === 2 ? 1 : 0 })) });

test.each([
  ["two of three", verdicts(1, 2)],
  ["four of three", verdicts(1, 2, 3, 4)],
  ["one twice", verdicts(1, 2, 2)],
  ["numbers from 0", verdicts(0, 1, 2)],
])("R85: %s verdicts are a failure, and the number is told", async (_, text) => {
  const judge = answering(text, verdicts(3, 1, 2));

  const { verdicts: read } = await ask(judge, List);

  expect(read.map(({ n }) => n)).toEqual([1, 2, 3]);
  const messages = judge.calls[1]?.prompt as readonly ChatMessage[];
  expect(messages.at(-1)?.content).toContain("exactly one element for each n from 1 to 3");
});

test("the form of the answer is asked for as a strict JSON schema", async () => {
  const judge = answering('{"score": 4}');

  await ask(judge, Mark);

  expect(judge.calls[0]?.params).toEqual({
    temperature: 0,
    response_format: {
      type: "json_schema",
      json_schema: {
        name: "mark",
        strict: true,
        schema: {
          type: "object",
          properties: {
            reason: { type: "string" },
            score: { type: "number", enum: [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5] },
          },
          required: ["reason", "score"],
          additionalProperties: false,
        },
      },
    },
  });
  expect(judge.calls[0]?.purpose).toBe("judge");
});

test("an endpoint that refuses the schema is asked without one from then on", async () => {
  const asked: object[] = [];
  const fn: CompletionFn = {
    async complete(_, params) {
      asked.push(Object.keys(params));
      if (!("response_format" in params)) return { completions: ['{"score": 4}'] };
      const message = "This response_format type is unavailable now";
      throw new CompletionError(message, { status: 400 });
    },
  };
  const judge = new Judge(fn, 2);
  const request = { step: "mark", messages: MESSAGES, answer: Mark, params: { temperature: 0 } };

  await judge.ask(request, sampleContext());
  await judge.ask(request, sampleContext());

  expect(asked).toEqual([["response_format", "temperature"], ["temperature"], ["temperature"]]);
});

test("a call that fails for another reason fails at once", async () => {
  const failure = new CompletionError("the quota is used up", { status: 429 });
  const calls: unknown[] = [];
  const fn: CompletionFn = {
    async complete(prompt) {
      calls.push(prompt);
      throw failure;
    },
  };

  await expect(ask(fn, Mark)).rejects.toBe(failure);
  expect(calls).toHaveLength(1);
});

test("of many faults only the first five are told", async () => {
  const Many = z.object({ marks: z.array(z.object({ mark: steps(1, 5, 1) })) });
  const judge = answering(
    JSON.stringify({ marks: Array.from({ length: 50 }, () => ({ mark: 9 })) }),
  );

  const failure = await ask(judge, Many, 0).catch((error: unknown) => error);

  expect((failure as UnreadableVerdict).unread.complaint.split("; ")).toHaveLength(5);
});

test("an answer of nothing but braces is read in no time", async () => {
  await expect(ask(answering("{".repeat(200_000)), Mark, 0)).rejects.toThrow(UnreadableVerdict);
});
