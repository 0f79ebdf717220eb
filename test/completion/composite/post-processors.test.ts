import { expect, test } from "vitest";
import { PostProcessed } from "../../../src/completion/composite/post-processed.ts";
import { PostProcessors, postProcess } from "../../../src/completion/composite/post-processors.ts";
import { SampleRecorder } from "../../../src/core/sample-recorder.ts";
import { answering } from "../../helpers/answering.ts";
import { vectors } from "../../helpers/vectors.ts";
import { contextWith, testCall } from "../contexts.ts";

/** An answer after steps as YAML has them. */
function processed(text: string, ...steps: readonly unknown[]): string | undefined {
  const record = new SampleRecorder();
  return postProcess({ completions: [text] }, PostProcessors.parse(steps), { record })
    .completions[0];
}

interface Row {
  readonly input: string;
  readonly quotes: string;
  readonly period: string;
  readonly all: string;
}

test.each(vectors<Row>("post-processors").map((row) => [row.input, row] as const))(
  "%j is tidied up as openai/evals does",
  (input, { quotes, period, all }) => {
    const original = "evals.solvers.postprocessors.postprocessors";

    expect(processed(input, "remove-quotes")).toBe(quotes);
    expect(processed(input, "remove-period")).toBe(period);
    expect(processed(input, "strip", "remove-quotes", "remove-period")).toBe(all);
    expect(
      processed(input, `${original}:Strip`, `${original}:RemoveQuotes`, `${original}:RemovePeriod`),
    ).toBe(all);
  },
);

test.each([
  ["LIMA", ["lower"], "lima"],
  ["straße", ["upper"], "STRASSE"],
  ["So: B.", [{ regex: "[A-E]" }], "B"],
  ["Answer: Lima\nSource: a book", [{ regex: "answer: (.*)", flags: "i" }], "Lima"],
  ["Lima", [{ regex: "Answer: (.*)" }], "Lima"],
  ["a-b-c", [{ regex: "-", replace: "" }], "abc"],
  ["2+2=4", [{ regex: "(\\d)\\+(\\d)", replace: "$2+$1" }, "strip"], "2+2=4"],
])("%j after %j is %j", (text, steps, expected) => {
  expect(processed(text, ...steps)).toBe(expected);
});

test("each step is an event with what went in and came out", async () => {
  const steps = PostProcessors.parse(["strip", { regex: "\\w+" }]);
  const context = contextWith({ inner: answering(" Lima, Peru ") });
  const call = testCall();

  const fn = new PostProcessed({ completion_fn: "inner", postprocessors: steps }, context);
  const { completions } = await fn.complete("Peru?", {}, call);

  expect(completions).toEqual(["Lima"]);
  expect(call.record.drafts).toMatchObject([
    { type: "sampling", data: { sampled: [" Lima, Peru "] } },
    { type: "postprocessor", data: { name: "strip", input: " Lima, Peru ", output: "Lima, Peru" } },
    { type: "postprocessor", data: { name: "regex \\w+", input: "Lima, Peru", output: "Lima" } },
  ]);
});

test.each([
  ["an unknown step", ["stripp"]],
  ["a broken regular expression", [{ regex: "(" }]],
  ["unknown flags", [{ regex: "a", flags: "q" }]],
  ["a field that is none", [{ regex: "a", with: "b" }]],
])("%s is refused", (_, steps) => {
  expect(PostProcessors.safeParse(steps).success).toBe(false);
});
