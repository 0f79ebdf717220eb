import { describe, expect, test } from "vitest";
import { Metric, type Score, type ScoreInput } from "../../../src/core/metric.ts";
import type { PythonNodes } from "../../../src/flow/python-nodes.ts";
import { evalContext } from "../../helpers/eval-context.ts";
import { type FlowFiles, flowOf, runLine, runLines, type TestServices } from "../flow-run.ts";

describe("a prompt node", () => {
  test("is its template, filled as Jinja2 does", async () => {
    const nodes = `- name: n\n  type: prompt\n  source: {path: t.jinja2}\n  inputs: {x: "\${inputs.x}", k: 1}\n`;
    const files = { "t.jinja2": "{% if k %}\n{{ x }} {{ [x, none] }}\n{% endif %}\n" };

    expect(await outputOf(nodes, { files })).toBe("a ['a', None]\n");
  });

  test("shows None for a node that was bypassed", async () => {
    const nodes = `- name: off
  type: prompt
  source: {path: t.jinja2}
  activate: {when: 1, is: 2}
- name: n
  type: prompt
  source: {path: t.jinja2}
  inputs: {x: "\${on.output}", off: "\${off.output}"}
- name: on
  type: prompt
  source: {path: on.jinja2}
`;
    const files = { "t.jinja2": "{{ x }} {{ off }}", "on.jinja2": "a" };

    expect(await outputOf(nodes, { files })).toBe("a None");
  });
});

describe("an embedding node", () => {
  const embedding = {
    embed: async (texts: readonly string[]) => ({ embeddings: texts.map((text) => [text.length]) }),
  };
  const metricTools = { judgeRetries: 0, embedding, warn: () => {} };

  test.each([
    [`"\${inputs.x}"`, [1]],
    ['["ab", "abc"]', [[2], [3]]],
  ])("turns %s into %j", async (input, expected) => {
    const nodes = `- name: n\n  type: embedding\n  inputs: {input: ${input}}\n`;

    expect(await outputOf(nodes, { services: { metricTools } })).toEqual(expected);
  });

  test("asks the model that it names, at the address of its connection", async () => {
    const asked: unknown[] = [];
    const nodes = `- name: n
  type: python
  source: {type: package, tool: promptflow.tools.embedding.embedding}
  inputs: {connection: azure, deployment_name: ada, input: "\${inputs.x}"}
`;
    const registry = {
      ...evalContext().registry,
      embeddingFn: async (...names: unknown[]) => {
        asked.push(names);
        return embedding;
      },
    };
    const services = { registry, connections: { azure: { base_url: "https://a.example" } } };

    expect(await outputOf(nodes, { services })).toEqual([1]);
    expect(asked).toEqual([["ada", { base_url: "https://a.example" }]]);
  });

  test.each([
    ["{input: 5}", "only a text has a vector, and the input is the number 5"],
    ["{input: [[1]]}", "and the input is a list"],
  ])("fails the line for %s", async (inputs, message) => {
    const nodes = `- name: n\n  type: embedding\n  inputs: ${inputs}\n`;

    await expect(outputOf(nodes, { services: { metricTools } })).rejects.toThrow(message);
  });

  test.each([
    ["{x: a}", { metricTools }, 'the node "n" has no "input"'],
    ["{input: a}", {}, "nobody was named who turns texts into vectors"],
  ])("with %s is refused", async (inputs, services, message) => {
    const nodes = `- name: n\n  type: embedding\n  inputs: ${inputs}\n`;

    await expect(outputOf(nodes, { services })).rejects.toThrow(message);
  });
});

describe("a metric node", () => {
  test("scores the line by a metric of the registry", async () => {
    const metric = new Overlap({}, metricContext());
    const nodes = `- name: n
  type: metric
  metric: overlap
  inputs: {response: "\${inputs.x}", reference: [a, b], context: c, question: 5}
`;

    expect(await outputOf(nodes, { services: { metrics: { overlap: metric } } })).toEqual({
      overlap: 1,
      nothing: null,
      reason: "because",
    });
    expect(metric.seen).toMatchObject([
      { response: "a", references: ["a", "b"], contexts: ["c"], query: "5" },
    ]);
    expect(metric.prepared).toBe(true);
  });

  test.each([
    ["  metric: overlap\n  inputs: {response: a}\n", 'needs "references"'],
    ["  inputs: {response: a}\n", 'the node "n" names no metric'],
    ["  metric: judged\n  inputs: {response: a, references: [a]}\n", "needs a judge"],
  ])("that could not score is refused: %j", async (rest, message) => {
    const metrics = {
      overlap: new Overlap({}, metricContext()),
      judged: new Judged({}, metricContext()),
    };

    await expect(
      outputOf(`- name: n\n  type: metric\n${rest}`, { services: { metrics } }),
    ).rejects.toThrow(message);
  });
});

describe("a metric node that aggregates", () => {
  test.each([
    ["mean", [1, 2, null, 6], "", 3],
    ["mean", [true, false, true, true], "", 0.75],
    ["count", [1, null, "text", 0], "", 3],
    ["count", [], "", 0],
    ["median", [3, 1, 2, null], "", 2],
    ["median", [4, 1, 2, 3], "", 2.5],
    ["p90", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], "", 10],
    ["p90", [1, 2], "", 1.9],
    ["share", [true, false, null, true], "", 2 / 3],
    ["share", ["Correct", "Incorrect", "Correct", "Correct"], ", equals: Correct", 0.75],
  ])("logs the %s of %j%s as its own name: %d", async (...[metric, values, more, expected]) => {
    const { aggregation } = await reduce(metric, values, more);

    expect(aggregation.metrics).toEqual([
      { name: "figure", value: expect.closeTo(expected, 12), node: "figure" },
    ]);
  });

  test.each(["mean", "median", "p90", "share"])(
    "has no %s of nothing, and says so",
    async (metric) => {
      const { aggregation } = await reduce(metric, [null]);

      expect(aggregation).toMatchObject({ metrics: [], missing: ["figure"], failed: [] });
    },
  );

  test.each([
    ["mean", ["text"], 'the string "text" is among the values'],
    ["median", [[1]], "a list is among the values"],
  ])("fails for a %s of %j", async (metric, values, message) => {
    const { aggregation } = await reduce(metric, values);

    expect(JSON.stringify(aggregation.events)).toContain(message.replaceAll('"', '\\"'));
    expect(aggregation.failed).toEqual(["figure"]);
  });

  test("is refused when there is no such figure, or nothing to make it of", async () => {
    await expect(reduce("meen", [])).rejects.toMatchObject({ fix: 'did you mean "mean"?' });
    await expect(
      outputOf("- name: n\n  type: metric\n  metric: mean\n  aggregation: true\n"),
    ).rejects.toThrow('the node "n" has no "values" to reduce');
  });
});

describe("a Python node", () => {
  const NODES = `- name: n
  type: python
  source: {path: n.py}
  inputs: {x: "\${inputs.x}"}
`;
  const files = { "n.py": "" };

  test("is refused where Python may not run", async () => {
    await expect(outputOf(NODES, { files })).rejects.toMatchObject({
      message: 'the node "n" is Python, which is not allowed to run',
      where: expect.stringMatching(/flow\.dag\.yaml:4$/),
    });
  });

  test("is made ready, called with its arguments, and ended by what runs Python", async () => {
    const told: unknown[] = [];
    const python: PythonNodes = {
      async prepare(nodes, { environment }) {
        told.push(
          nodes.map(({ name, isAggregation }) => [name, isAggregation]),
          environment,
        );
      },
      async call({ name }, args, ctx) {
        told.push([name, args, ctx.lineNumber]);
        return Number.NaN;
      },
      async close() {
        told.push("closed");
      },
    };
    const flow = await flowOf(
      { "flow.dag.yaml": dag(NODES, "environment_variables: {A: 1}"), ...files },
      { python },
    );
    const { line } = await runLine(flow, { inputs: { x: "a" } });
    await flow.runner.close();

    expect(line.outputs).toEqual({ y: null });
    expect(told).toEqual([[["n", false]], { A: "1" }, ["n", { x: "a" }, 0], "closed"]);
  });
});

class Overlap extends Metric {
  readonly seen: ScoreInput[] = [];
  prepared = false;

  override get fields() {
    return ["response", "references"] as const;
  }

  override async prepare(): Promise<void> {
    this.prepared = true;
  }

  score(input: ScoreInput): Score {
    this.seen.push(input);
    const overlap = Number(input.references.includes(input.response));
    return { scores: { overlap, nothing: null }, reason: "because" };
  }
}

class Judged extends Overlap {
  override get needs() {
    return ["judge"] as const;
  }
}

function metricContext() {
  return {
    name: "overlap",
    registry: evalContext().registry,
    judgeRetries: 0,
    metric: () => Promise.reject(new Error("unused")),
    warn: () => {},
  };
}

interface NodeSettings {
  readonly files?: FlowFiles;
  readonly services?: TestServices;
}

/** Output of the node `n`. @throws {Error} with the message of the line's error */
async function outputOf(nodes: string, { files = {}, services = {} }: NodeSettings = {}) {
  const flow = await flowOf({ "flow.dag.yaml": dag(nodes), ...files }, services);
  const { line } = await runLine(flow, { inputs: { x: "a" } });
  if (line.error) throw new Error(line.error.message);
  return line.outputs?.["y"];
}

function dag(nodes: string, more = ""): string {
  return `inputs: {x: {type: object}}
outputs: {y: {type: object, reference: "\${n.output}"}}
nodes:
${nodes}${more}`;
}

async function reduce(metric: string, values: readonly unknown[], more = "") {
  const flow = await flowOf({
    "flow.dag.yaml": `inputs: {x: {type: object}}
nodes:
- name: figure
  type: metric
  metric: ${metric}
  aggregation: true
  inputs: {values: "\${inputs.x}"${more}}
`,
  });
  return runLines(
    flow,
    values.map((x, line_number) => ({ line_number, inputs: { x } })),
  );
}
