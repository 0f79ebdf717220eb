import { expect, test } from "vitest";
import { ExtractCountries } from "../../evals/extract-countries.ts";
import type { CompletionParams } from "../../src/core/completion.ts";
import type { EvalContext, SampleContext } from "../../src/core/eval.ts";
import { PythonRandom } from "../../src/core/random.ts";
import type { RowSource } from "../../src/core/row-source.ts";
import { SampleRecorder } from "../../src/core/sample-recorder.ts";

const INPUT = [{ role: "user", content: "Text: Peru meets Chad.\n\nCountries:" }];

async function judge(ideal: string | string[], text: string) {
  const asked: CompletionParams[] = [];
  const ctx: SampleContext = {
    sampleId: "extract_countries.dev.0",
    random: new PythonRandom(1),
    record: new SampleRecorder(),
    signal: new AbortController().signal,
    complete: async (_prompt, params = {}) => {
      asked.push(params);
      return { text, completions: [text] };
    },
  };
  await new ExtractCountries({}, contextWith()).evalSample({ input: INPUT, ideal }, ctx);
  return { events: ctx.record.drafts, asked };
}

function contextWith(rows?: RowSource<unknown>, opened: string[] = []): EvalContext {
  return {
    name: "extract_countries.dev.match-v1",
    completionFns: [],
    registry: { completionFn: () => Promise.reject(new Error("not asked for")) },
    seed: 1,
    parity: false,
    openRows: async (reference) => {
      opened.push(reference);
      if (!rows) throw new Error("not asked for");
      return rows;
    },
    warn: () => {},
  };
}

test.each([
  ["Peru, Chad", "Peru, Chad", true],
  ["Peru, Chad", "Chad, Peru", true],
  ["Peru, Chad", " peru ,CHAD\n", true],
  ["Peru, Chad", "Peru\nChad", true],
  ["Peru, Chad", "Peru, Chad, Peru,", true],
  ["Peru, Chad", "Peru", false],
  ["Peru, Chad", "Peru, Chad, Mali", false],
  ["Niger", "Nigeria", false],
  ["none", "None", true],
  ["none", "", false],
  ["none", "Peru", false],
  ["São Tomé and Príncipe", "São Tomé and Príncipe", true],
  [["Ivory Coast", "Côte d'Ivoire"], "Côte d'Ivoire", true],
  [["Ivory Coast", "Côte d'Ivoire"], "Mali", false],
])("ideal %j, answer %j: correct is %j", async (ideal, text, correct) => {
  const { events } = await judge(ideal, text);

  expect(events).toEqual([{ type: "match", data: { correct, expected: ideal, picked: text } }]);
});

test("it asks once, at temperature 0", async () => {
  const { asked } = await judge("Peru", "Peru");

  expect(asked).toEqual([{ temperature: 0 }]);
});

test.each(["samples_jsonl", "test_jsonl"])("its data may be named by %s", async (key) => {
  const opened: string[] = [];
  const rows: RowSource<unknown> = {
    count: 0,
    read: () => Promise.reject(new RangeError("empty")),
    async *rows() {},
    where: () => "inputs.jsonl",
    files: [],
  };
  const evaluation = new ExtractCountries({ [key]: "inputs.jsonl" }, contextWith(rows, opened));

  expect(await evaluation.samples()).toBe(rows);
  expect(opened).toEqual(["inputs.jsonl"]);
});
