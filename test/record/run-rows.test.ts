import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readLog } from "../../src/record/read-log.ts";
import { openRunRows, outputColumns } from "../../src/record/run-rows.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

const SPEC = {
  spec: { run_id: "R", base_eval: "b", split: "s", run_config: { eval_spec: { cls: "x" } } },
};

/** The rows of a log with these events, `[sample id, type, data]` each. */
async function rowsOf(events: readonly [string, string, unknown][], repeat?: number) {
  const lines = [
    SPEC,
    ...events.map(([sample_id, type, data], event_id) => ({
      run_id: "R",
      event_id,
      sample_id,
      type,
      data,
    })),
    { final_report: {} },
  ];
  const folder = tempRegistry({
    "log.jsonl": lines.map((line) => JSON.stringify(line)).join("\n"),
  });
  const rows = await openRunRows(await readLog(join(folder, "log.jsonl")), repeat);
  onTestFinished(() => rows.close());
  const all: unknown[] = [];
  for await (const row of rows.rows()) all.push(row);
  return { rows, all };
}

test("lines are numbered by the ends of their ids and sorted by them, failed ones left out", async () => {
  const { rows, all } = await rowsOf([
    ["b.s.10", "match", { correct: true, sampled: ["x"] }],
    ["b.s.2", "sampling", { prompt: "p", sampled: ["a", "b"] }],
    ["b.s.3", "sampling", { prompt: "p", sampled: ["c"] }],
    ["b.s.3", "error", { type: "E", message: "m" }],
  ]);

  expect(rows.samples).toBe(3);
  expect(all).toEqual([
    {
      line_number: 2,
      output: ["a", "b"],
      prompt: "p",
      sampled: ["a", "b"],
      samplings: [{ prompt: "p", sampled: ["a", "b"] }],
    },
    { line_number: 10, output: "x", correct: true, sampled: "x" },
  ]);
});

test.each([
  [
    "a flow's outputs win over all else",
    [
      { type: "sampling", data: { prompt: "p", sampled: ["s"] } },
      { type: "flow_line", data: { status: "completed", outputs: { grade: "A", sampled: 1 } } },
    ],
    { grade: "A", sampled: 1, prompt: "p" },
  ],
  [
    "a flow's single output is called output too",
    [{ type: "flow_line", data: { status: "completed", outputs: { grade: null } } }],
    { grade: null, output: null },
  ],
  [
    "later events win",
    [
      { type: "extra", data: { a: 1, b: 1 } },
      { type: "metrics", data: { b: 2, c: 2 } },
      { type: "raw_sample", data: { c: 3 } },
    ],
    { a: 1, b: 2, c: 3 },
  ],
  [
    "of several samplings the last answer is the output",
    [
      { type: "sampling", data: { prompt: "p", sampled: ["first"] } },
      { type: "sampling", data: { prompt: "q", sampled: "second" } },
    ],
    { output: "second", sampled: "second", prompt: "q" },
  ],
])("%s", (_, events, expected) => {
  expect(outputColumns(events)).toMatchObject(expected);
});

test.each([
  [
    "a line of a flow that failed",
    [{ type: "flow_line", data: { status: "failed", outputs: null } }],
  ],
  ["nothing but notes", [{ type: "log", data: { message: "m" } }]],
])("%s has no output", (_, events) => {
  expect(outputColumns(events)).toBeUndefined();
});

test("an id without a number at its end is refused", async () => {
  await expect(rowsOf([["b.s.last", "match", { correct: true }]])).rejects.toThrow(
    '"b.s.last" does not end in the number of its row',
  );
});
