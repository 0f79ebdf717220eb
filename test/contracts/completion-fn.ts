import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { logged } from "../../src/completion/calls/logged.ts";
import { retrying } from "../../src/completion/calls/retry.ts";
import type { CallContext, CompletionFn } from "../../src/core/completion.ts";
import type { Prompt } from "../../src/core/prompt.ts";
import { SampleRecorder } from "../../src/core/sample-recorder.ts";

const PROMPTS: readonly (readonly [string, Prompt])[] = [
  ["text", "Name the capital of Peru."],
  ["a chat", [{ role: "user", content: "Name the capital of Peru." }]],
  [
    "a chat of many speakers, names and parts",
    [
      { role: "system", content: "You name capitals." },
      { role: "system", name: "example_user", content: "Chile" },
      { role: "system", name: "example_assistant", content: "Santiago" },
      { role: "assistant", content: null },
      { role: "user", content: [{ type: "text", text: "Peru" }] },
    ],
  ],
  ["text in other scripts", "ペルーの首都は？ \u2028 🇵🇪 {name} <|end|>"],
];

/**
 * What every completion function does, whatever it asks: run by the tests of each one.
 *
 * @param make a function that can answer: one that needs a server brings it along
 * @param calls how many others a function asks for each answer; these are logged, and it is not
 */
export function testCompletionFn(
  name: string,
  make: () => CompletionFn | Promise<CompletionFn>,
  { calls = 1 } = {},
): void {
  describe(`${name} as a completion function`, () => {
    test.each(PROMPTS)("answers %s", async (_, prompt) => {
      const fn = await make();

      const { completions } = await fn.complete(prompt, { temperature: 0 }, call());

      expect(completions).toHaveLength(1);
      expect(completions).toEqual([expect.any(String)]);
    });

    test("takes options that it does not know", async () => {
      const fn = await make();

      const answer = fn.complete("Peru?", { of_tomorrow: { a: [1] }, max_tokens: 5 }, call());

      await expect(answer).resolves.toMatchObject({ completions: [expect.any(String)] });
    });

    test("answers in plain JSON", async () => {
      const fn = await make();

      const result = await fn.complete("Peru?", {}, call());

      expect(JSON.parse(JSON.stringify(result))).toEqual(withoutUndefined(result));
    });

    test("changes neither prompt, options nor sample", async () => {
      const fn = await make();
      const prompt = deepFrozen([{ role: "user", content: [{ type: "text", text: "Peru?" }] }]);
      const params = deepFrozen({ temperature: 0, stop: ["\n"] });
      const sample = deepFrozen({ input: "Peru?", ideal: ["Lima"] });

      const answer = fn.complete(prompt, params, call({ sample }));

      await expect(answer).resolves.toBeDefined();
    });

    test("answers many samples at the same time", async () => {
      const fn = await make();
      const many = Array.from({ length: 20 }, (_, index) => call({ sampleId: `t.dev.${index}` }));

      const answers = await Promise.all(many.map((each) => fn.complete("Peru?", {}, each)));

      expect(answers.flatMap(({ completions }) => completions)).toHaveLength(20);
    });

    test("ends when its call is aborted: with the signal's reason, or an answer it had", async () => {
      const fn = await make();
      const reason = new Error("the run was stopped");

      const [end] = await Promise.allSettled([
        fn.complete("Peru?", {}, call({ signal: AbortSignal.abort(reason) })),
      ]);

      if (end?.status === "rejected") expect(end.reason).toBe(reason);
    });

    test("leaves no listener on its signal, which may be that of a whole run", async () => {
      const fn = wrapped(await make());
      const { signal } = new AbortController();

      await fn.complete("Peru?", {}, call({ signal }));

      expect(getEventListeners(signal, "abort")).toEqual([]);
    });

    test("is logged once a call, below retries", async () => {
      const fn = wrapped(await make());
      const context = call();

      const { completions } = await fn.complete("Peru?", {}, context);

      const samplings = context.record.drafts.filter(({ type }) => type === "sampling");
      expect(samplings).toHaveLength(calls);
      expect(samplings.at(-1)).toMatchObject({ data: { sampled: completions } });
    });
  });
}

/** As a registry hands it out. */
function wrapped(fn: CompletionFn): CompletionFn {
  return logged(fn.asksOthers ? fn : retrying(fn));
}

function call(overrides: Partial<CallContext> = {}): CallContext {
  return {
    sampleId: "test.dev.0",
    sample: { input: "Name the capital of Peru.", ideal: "Lima" },
    repeat: 0,
    record: new SampleRecorder(),
    signal: new AbortController().signal,
    ...overrides,
  };
}

function withoutUndefined(result: object): object {
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== undefined));
}

function deepFrozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFrozen);
  return Object.freeze(value);
}
