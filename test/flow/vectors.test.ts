import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ConfigError, DataError } from "../../src/core/errors.ts";
import { pythonRound } from "../../src/core/python-round.ts";
import type { AggregationData } from "../../src/flow/aggregate.ts";
import { PythonPool } from "../../src/flow/python/python-pool.ts";
import { type FlowFiles, flowOf, linesOf, runLines, type TestSources } from "./flow-run.ts";

interface ExpectedLine {
  readonly line_number: number;
  readonly status: string;
  readonly output: unknown;
  readonly bypassed: readonly string[];
}

interface Vector {
  readonly id: string;
  readonly flow: unknown;
  readonly node_sources: FlowFiles;
  readonly sources: TestSources;
  readonly column_mapping: Readonly<Record<string, unknown>>;
  readonly expected: {
    readonly run_error?: string;
    readonly lines?: readonly ExpectedLine[];
    readonly aggregation?: Readonly<Record<string, unknown>>;
    readonly metrics?: Readonly<Record<string, number>>;
  };
}

interface Table {
  readonly vectors: readonly Vector[];
  readonly round_vectors: readonly (readonly [number, number, number])[];
}

const file = new URL("../fixtures/vectors/eval-flow.json", import.meta.url);
const table = JSON.parse(readFileSync(file, "utf8")) as Table;

/** What stops a run, by promptflow's name for it, as our message says it. */
const RUN_ERRORS: Readonly<Record<string, readonly [unknown, RegExp]>> = {
  "no-outputs-at-all": [DataError, /no row has a value for the input "prediction"/],
  "empty-source": [DataError, /"run\.outputs" has no rows/],
  "unknown-column": [
    DataError,
    /"groundtruth" \(\$\{data\.truth\}\), "prediction" \(\$\{run\.outputs\.answer\}\)/,
  ],
  "unnumbered-lengths-differ": [DataError, /"data" has 3 rows and "run\.inputs" 1/],
  "line-node-refers-to-aggregation": [ConfigError, /"late" refers to "calculate_accuracy"/],
  cycle: [ConfigError, /the nodes "grade", "other" wait for each other/],
};

describe.each([
  { language: "JavaScript", filesOf: filesOf, services: {} },
  { language: "Python", filesOf: pythonFilesOf, services: { python: new PythonPool() } },
])("a flow in $language does what promptflow's executor did", ({ filesOf, services }) => {
  const running = table.vectors.filter(({ expected }) => expected.run_error === undefined);

  test.each(running)("$id", async (vector) => {
    const flow = await flowOf(filesOf(vector), { recordNodes: true, ...services });
    const lines = await linesOf(flow.spec, vector.sources, { mapping: vector.column_mapping });
    const { lines: results, aggregation } = await runLines(flow, lines.rows());

    const { expected } = vector;
    expect(
      results.map(({ line: { line_number, status, outputs: output, bypassed } }) => ({
        line_number,
        status,
        output,
        bypassed,
      })),
    ).toEqual(expected.lines);
    const nodes = aggregation.events
      .filter(({ type }) => type === "aggregation")
      .map(({ data }) => data as AggregationData)
      .map(({ node, status, inputs, output = null }) => [node, { status, inputs, output }]);
    expect(Object.fromEntries(nodes)).toEqual(expected.aggregation);
    const metrics = aggregation.metrics.map(({ name, value }) => [name, value]);
    expect(Object.fromEntries(metrics)).toEqual(expected.metrics);
  });
});

describe("what stopped promptflow's run before a line stops ours", () => {
  const stopped = table.vectors.filter(({ expected }) => expected.run_error !== undefined);

  test.each(stopped)("$id", async (vector) => {
    const [kind, message] = RUN_ERRORS[vector.id] ?? [undefined, /^$/];
    const run = async () => {
      const flow = await flowOf(filesOf(vector));
      await linesOf(flow.spec, vector.sources, { mapping: vector.column_mapping });
    };

    const ended = run();
    await expect(ended).rejects.toThrow(message);
    await expect(ended).rejects.toBeInstanceOf(kind);
  });
});

test.each(table.round_vectors)("%d to %d places is %d", (value, digits, expected) => {
  expect(pythonRound(value, digits)).toBe(expected);
});

function filesOf({ flow, node_sources }: Vector): FlowFiles {
  return { ...node_sources, "flow.dag.yaml": JSON.stringify(flow) };
}

/** The same flow with its nodes in Python. */
function pythonFilesOf({ flow, node_sources }: Vector): FlowFiles {
  const text = JSON.stringify(flow)
    .replaceAll('"type":"javascript"', '"type":"python"')
    .replaceAll(/\.mjs"/g, '.py"');
  return { ...node_sources, "flow.dag.yaml": text };
}
