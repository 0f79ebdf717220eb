import { describe, expect, test } from "vitest";
import { DataError } from "../../src/core/errors.ts";
import type { ColumnMapping } from "../../src/flow/column-mapping.ts";
import type { FlowInput } from "../../src/flow/spec.ts";
import { linesOf, type TestSources } from "./flow-run.ts";

const X = inputsOf({ x: null });

describe("rows come together by their line number", () => {
  test("in the order of line numbers, and what was left out is told", async () => {
    const lines = await linesOf(
      X,
      {
        data: [{ a: 0 }, { a: 1 }, { a: 2 }],
        "run.outputs": [
          { line_number: 2, x: "two" },
          { line_number: 0, x: "zero" },
          { line_number: 7, x: "seven" },
        ],
      },
      { mapping: { x: `\${run.outputs.x}` } },
    );

    expect(await all(lines.rows())).toEqual([
      { line_number: 0, inputs: { x: "zero" } },
      { line_number: 2, inputs: { x: "two" } },
    ]);
    expect(lines.counts).toBe("data 3, outputs 3, used 2, without data: [7], without output: [1]");
    expect([lines.count, lines.where(1)]).toEqual([2, "data.jsonl:3, run.outputs.jsonl:1"]);
    expect(await lines.read(1)).toEqual({ line_number: 2, inputs: { x: "two" } });
  });

  test("rows without a number among numbered ones are left out", async () => {
    const lines = await linesOf(X, { data: [{ x: 1 }, { x: 2, line_number: 5 }] });

    expect(await all(lines.rows())).toEqual([{ line_number: 5, inputs: { x: 2 } }]);
  });

  test.each<[string, TestSources, string, string | undefined]>([
    [
      "a line number that is there twice",
      {
        "run.outputs": [
          { line_number: 3, x: 1 },
          { line_number: 3, x: 2 },
        ],
      },
      'two rows of "run.outputs" have the line number 3',
      "run.outputs.jsonl:2",
    ],
    ["a source without rows", { data: [] }, '"data" has no rows', undefined],
    [
      "sources of different length",
      { data: [{ x: 1 }], "run.inputs": [{ x: 1 }, { x: 2 }] },
      '"data" has 1 rows and "run.inputs" 2, and neither has line numbers',
      undefined,
    ],
    [
      "sources that never meet",
      { data: [{ x: 1 }], "run.outputs": [{ line_number: 4, x: 1 }] },
      "no line has a row in every source: data 1, outputs 1, used 0, without data: [4], without output: [0]",
      undefined,
    ],
    ["a row that is no object", { data: [[1]] }, "the row is a list", "data.jsonl:1"],
    [
      "a line number that is none",
      { data: [{ x: 1, line_number: "3" }] },
      '"line_number" is the string "3"',
      "data.jsonl:1",
    ],
  ])("%s is refused", async (...[, sources, message, where]) => {
    const refused = linesOf(X, sources);

    await expect(refused).rejects.toBeInstanceOf(DataError);
    await expect(refused).rejects.toMatchObject({
      message: expect.stringContaining(message),
      where,
    });
  });
});

describe("the value of an input", () => {
  const DATA = { data: [{ x: "column", "a.b": "dotted", other: 5 }] };

  test.each<[string, ColumnMapping, unknown]>([
    ["is what the mapping names", { x: `\${data.other}` }, 5],
    ["may be a column with dots in its name", { x: `\${data.a.b}` }, "dotted"],
    ["may be a constant", { x: { any: ["value"] } }, { any: ["value"] }],
    [
      "is constant when a text is more than a reference",
      { x: `a \${data.other}` },
      `a \${data.other}`,
    ],
    ["is the column of its name when nothing maps it", {}, "column"],
    ["is not touched by a key that is no input", { y: `\${data.nothing}` }, "column"],
  ])("%s", async (_, mapping, expected) => {
    const lines = await linesOf(X, DATA, { mapping });

    expect(await all(lines.rows())).toEqual([{ line_number: 0, inputs: { x: expected } }]);
  });

  test("is the default rather than the column of its name, and that is told", async () => {
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const lines = await linesOf(inputsOf({ x: "default" }), DATA, { warn });

    expect(await all(lines.rows())).toEqual([{ line_number: 0, inputs: { x: "default" } }]);
    expect(warnings).toEqual([
      `flow.dag.yaml:2: the default of the input "x" hides the column "x"; map it to take the column: x: \${data.x}`,
    ]);
  });

  test("is null where the row says so, whatever the default", async () => {
    const sources = { data: [{ x: null }] };
    const lines = await linesOf(inputsOf({ x: "default" }), sources, {
      mapping: { x: `\${data.x}` },
    });

    expect(await all(lines.rows())).toEqual([{ line_number: 0, inputs: { x: null } }]);
  });

  test("comes from the only source there is, but of several only from the data", async () => {
    const outputs = [{ line_number: 0, x: 1 }];

    expect((await linesOf(X, { "run.outputs": outputs })).count).toBe(1);
    await expect(linesOf(X, { "run.outputs": outputs, "run.inputs": [{ x: 1 }] })).rejects.toThrow(
      'no row has a value for the input "x"',
    );
  });

  test("a mapping of nothing but constants is warned of", async () => {
    const warnings: string[] = [];
    await linesOf(X, DATA, { mapping: { x: 1 }, warn: (message) => void warnings.push(message) });

    expect(warnings).toEqual([expect.stringContaining("has constants only")]);
  });
});

describe("what cannot be resolved", () => {
  test("in no row stops the run, with all of it in one message", async () => {
    const refused = linesOf(
      inputsOf({ x: null, y: null, z: null, ok: null }),
      { data: [{ ok: 1 }] },
      { mapping: { x: `\${data.a}`, y: `\${run.outputs.b}` } },
    );

    await expect(refused).rejects.toMatchObject({
      message: `no row has a value for the input "x" (\${data.a}), "y" (\${run.outputs.b}), "z" (\${data.z})`,
      fix: `there is no source for \${run.outputs.b}; data has "ok"`,
    });
  });

  test("R101: is said with what was meant and what there is, before any call", async () => {
    const refused = linesOf(
      inputsOf({ q: null, a: null }),
      { data: [{ question: 1, id: 2 }], "run.outputs": [{ line_number: 0, category: 3 }] },
      { mapping: { q: `\${data.qustion}`, a: `\${run.outputs.answer}` } },
    );

    await expect(refused).rejects.toMatchObject({
      message: `no row has a value for the input "q" (\${data.qustion}), "a" (\${run.outputs.answer})`,
      fix: `did you mean \${data.question}?; data has "question", "id"; run.outputs has "line_number", "category"`,
    });
  });

  test("of a column that another source has is said how it is mapped", async () => {
    const sources = { data: [{ id: 1 }], "run.outputs": [{ line_number: 0, x: 3 }] };

    await expect(linesOf(X, sources)).rejects.toMatchObject({
      fix: expect.stringContaining(`map it: --map 'x=\${run.outputs.x}'`),
    });
  });

  test("line_number is no column", async () => {
    const sources = { data: [{ line_number: 0 }] };

    await expect(linesOf(X, sources, { mapping: { x: `\${data.line_number}` } })).rejects.toThrow(
      `the input "x" (\${data.line_number})`,
    );
  });

  test("in one row of the data stops the run with the row", async () => {
    const refused = linesOf(X, { data: [{ x: 1 }, { y: 2 }] });

    await expect(refused).rejects.toMatchObject({
      message: 'the row lacks "x", which the input "x" needs',
      where: "data.jsonl:2",
    });
  });

  test("in a row of the data that no line uses is nobody's concern", async () => {
    const sources = { data: [{ x: 1 }, {}], "run.outputs": [{ line_number: 0, y: 1 }] };

    expect((await linesOf(X, sources)).count).toBe(1);
  });

  test("in one output of an earlier run is a fault of that line", async () => {
    const lines = await linesOf(X, {
      "run.outputs": [{ line_number: 0 }, { line_number: 1, x: 1 }],
    });

    expect(await all(lines.rows())).toEqual([
      {
        line_number: 0,
        inputs: {},
        fault: 'the output of the earlier run lacks "x", which the input "x" needs',
      },
      { line_number: 1, inputs: { x: 1 } },
    ]);
  });
});

function inputsOf(defaults: Readonly<Record<string, unknown>>) {
  const inputs = new Map<string, FlowInput>();
  for (const [name, fallback] of Object.entries(defaults)) {
    inputs.set(name, { type: "object", default: fallback, where: "flow.dag.yaml:2" });
  }
  return { inputs };
}

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const row of rows) list.push(row);
  return list;
}
