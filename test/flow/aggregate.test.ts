import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import { answering } from "../helpers/answering.ts";
import { flowOf, runLines, type TestServices } from "./flow-run.ts";

describe("lists", () => {
  test("hold what JSON has not as it was, and null for nothing", async () => {
    const { aggregation } = await run({
      node: "export default ({ x }) => ({ a: NaN, b: -Infinity, c: undefined, d: 1 })[x];",
      inputs: `{v: "\${give.output}", x: "\${inputs.x}"}`,
      code: `export default ({ v, x }) => v.map((value, i) => x[i] + String(value));`,
      lines: ["a", "b", "c", "d"],
    });

    expect(outputOf(aggregation, "sum")).toEqual(["aNaN", "b-Infinity", "cnull", "d1"]);
  });

  test("are copies, so that no node spoils another's", async () => {
    const { aggregation } = await run({
      inputs: `{v: "\${give.output}"}`,
      code: "export default ({ v }) => v.sort().reverse();",
      more: `- name: also
  type: javascript
  source: {path: also.mjs}
  inputs: {v: "\${give.output}", after: "\${sum.output}"}
  aggregation: true
`,
      files: { "also.mjs": "export default ({ v, after }) => [v, after];" },
      lines: ["b", "a", "c"],
    });

    expect(outputOf(aggregation, "also")).toEqual([
      ["b", "a", "c"],
      ["c", "b", "a"],
    ]);
  });

  test("have defaults of flow inputs repeated, and converted values", async () => {
    const { aggregation } = await run({
      head: "inputs: {x: {type: string}, n: {type: int, default: 5}}",
      inputs: `{x: "\${inputs.x}", n: "\${inputs.n}"}`,
      code: "export default ({ x, n }) => [x, n];",
      lines: ["a", "b"],
    });

    expect(outputOf(aggregation, "sum")).toEqual([
      ["a", "b"],
      [5, 5],
    ]);
  });

  test("a line that has functions for the aggregation fails alone", async () => {
    const { lines, aggregation } = await run({
      node: `export default ({ x }) => (x === "b" ? () => 1 : x);`,
      lines: ["a", "b", "c"],
      code: "export default ({ v }) => v;",
    });

    expect(lines[1]?.line.error?.message).toBe(
      `"\${give.output}" cannot be kept with the line: JSON has no function`,
    );
    expect(outputOf(aggregation, "sum")).toEqual(["a", "c"]);
  });
});

describe("metrics", () => {
  test.each([
    ["true", 1],
    ["false", 0],
    ["0.25", 0.25],
    ["-0", 0],
  ])("%s is %d", async (value, expected) => {
    const { aggregation } = await run({ code: logging("m", value) });

    expect(aggregation.metrics).toMatchObject([{ name: "m", node: "sum" }]);
    expect(Math.abs(aggregation.metrics[0]?.value ?? 9)).toBe(expected);
    expect(aggregation.events.at(-1)).toMatchObject({ type: "metric", data: { name: "m" } });
  });

  test.each([
    ["0 / 0", 'the metric "m" is the number NaN; it must be a finite number'],
    ["Infinity", 'the metric "m" is the number Infinity'],
    ['"0.5"', 'the metric "m" is the string "0.5"'],
    ["null", 'the metric "m" is null'],
    ["undefined", 'the metric "m" is nothing'],
  ])("%s is none, fails its node and is missing", async (value, message) => {
    const { aggregation } = await run({ code: logging("m", value) });

    expect(aggregation.metrics).toEqual([]);
    expect(aggregation).toMatchObject({ missing: ["m"], failed: ["sum"] });
    expect(errorOf(aggregation, "sum")).toContain(message);
  });

  test("need a name", async () => {
    const { aggregation } = await run({ code: logging(" ", "1") });

    expect(errorOf(aggregation, "sum")).toContain('the name of a metric is the string " "');
    expect(aggregation.missing).toEqual([]);
  });

  test("that get a value after all are not missing", async () => {
    const { aggregation } = await run({
      code: `export default (_, ctx) => { try { ctx.logMetric("m", NaN); } catch {} ctx.logMetric("m", 1); };`,
    });

    expect(aggregation).toMatchObject({
      missing: [],
      failed: [],
      metrics: [{ name: "m", value: 1 }],
    });
  });
});

describe("a node that fails", () => {
  const OTHERS = `- name: after
  type: javascript
  source: {path: after.mjs}
  inputs: {v: "\${sum.output}"}
  aggregation: true
- name: apart
  type: javascript
  source: {path: apart.mjs}
  inputs: {v: "\${give.output}"}
  aggregation: true
`;
  const files = {
    "after.mjs": "export default () => 1;",
    "apart.mjs": `export default async ({ v }, ctx) => {
      await new Promise(setImmediate);
      ctx.logMetric("lines", v.length);
    };`,
  };

  test("takes only those with it that refer to it; the others finish", async () => {
    const { aggregation } = await run({
      code: `export default (_, ctx) => { ctx.logMetric("before", 1); throw new Error("late"); };`,
      more: OTHERS,
      files,
    });

    expect(aggregation.failed).toEqual(["sum", "after"]);
    expect(aggregation.metrics).toMatchObject([
      { name: "before", value: 1 },
      { name: "lines", value: 2 },
    ]);
    expect(errorOf(aggregation, "sum")).toBe('the node "sum" failed: Error: late (sum.mjs:1)');
    expect(errorOf(aggregation, "after")).toContain('it refers to "sum", which failed');
  });
});

test("an aggregation node may be bypassed by another, and one that only refers to it is as well", async () => {
  const { aggregation } = await run({
    code: "export default () => false;",
    more: `- name: act
  type: javascript
  source: {path: act.mjs}
  aggregation: true
  activate: {when: "\${sum.output}", is: true}
- name: after
  type: javascript
  source: {path: act.mjs}
  inputs: {v: "\${act.output}"}
  aggregation: true
- name: both
  type: javascript
  source: {path: act.mjs}
  inputs: {v: "\${act.output}", w: "\${give.output}"}
  aggregation: true
`,
    files: { "act.mjs": "export default (inputs) => Object.keys(inputs);" },
  });

  expect(statuses(aggregation)).toEqual({
    sum: "completed",
    act: "bypassed",
    after: "bypassed",
    both: "completed",
  });
  expect(outputOf(aggregation, "both")).toEqual(["w"]);
});

test("an aggregation node may ask, and what it logs is kept", async () => {
  const fn = answering("fine");
  const { aggregation } = await run({
    code: `export default async (_, ctx) => {
      ctx.log("line " + ctx.lineNumber);
      return (await ctx.complete("m", "how")).text;
    };`,
    services: { completionFns: { m: fn } },
  });

  expect(outputOf(aggregation, "sum")).toBe("fine");
  expect(aggregation.events[0]).toEqual({
    type: "log",
    data: { node: "sum", line_number: null, message: "line null" },
  });
});

test("a name that the registry does not know ends the run, for no line could do better", async () => {
  const ended = run({
    code: `export default (_, ctx) => ctx.complete("unknown", "how");`,
    services: {
      registry: {
        completionFn: () => Promise.reject(new ConfigError('"unknown" is not in the registry')),
        embeddingFn: () => Promise.reject(new Error("unused")),
        metric: () => Promise.reject(new Error("unused")),
        modelgradedSpec: () => Promise.reject(new Error("unused")),
      },
    },
  });

  await expect(ended).rejects.toThrow('"unknown" is not in the registry');
});

interface RunSettings {
  /** Of the node `give`, which runs for each line. */
  readonly node?: string;
  /** Of the aggregation node `sum`. */
  readonly code: string;
  readonly inputs?: string;
  readonly head?: string;
  readonly more?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly lines?: readonly string[];
  readonly services?: TestServices;
}

async function run({
  node = "export default ({ x }) => x;",
  code,
  inputs = `{v: "\${give.output}"}`,
  head = "inputs: {x: {type: string}}",
  more = "",
  files = {},
  lines = ["a", "b"],
  services = {},
}: RunSettings) {
  const flow = await flowOf(
    {
      "flow.dag.yaml": `${head}
nodes:
- name: give
  type: javascript
  source: {path: give.mjs}
  inputs: {x: "\${inputs.x}"}
- name: sum
  type: javascript
  source: {path: sum.mjs}
  inputs: ${inputs}
  aggregation: true
${more}`,
      "give.mjs": node,
      "sum.mjs": code,
      ...files,
    },
    services,
  );
  const given = lines.map((x, line_number) => ({ line_number, inputs: { x } }));
  return runLines(flow, given);
}

function logging(name: string, value: string): string {
  return `export default (_, ctx) => ctx.logMetric(${JSON.stringify(name)}, ${value});`;
}

type Aggregation = Awaited<ReturnType<typeof runLines>>["aggregation"];

interface Recorded {
  readonly node: string;
  readonly status: string;
  readonly output?: unknown;
  readonly error?: { readonly message: string };
}

function recorded({ events }: Aggregation): Recorded[] {
  return events.filter(({ type }) => type === "aggregation").map(({ data }) => data as Recorded);
}

function outputOf(aggregation: Aggregation, name: string): unknown {
  return recorded(aggregation).find(({ node }) => node === name)?.output;
}

function errorOf(aggregation: Aggregation, name: string): string | undefined {
  return recorded(aggregation).find(({ node }) => node === name)?.error?.message;
}

function statuses(aggregation: Aggregation): Record<string, string> {
  return Object.fromEntries(recorded(aggregation).map(({ node, status }) => [node, status]));
}
