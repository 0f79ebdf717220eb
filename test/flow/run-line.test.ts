import { describe, expect, test } from "vitest";
import type { CompletionFn } from "../../src/core/completion.ts";
import { CompletionError, ConfigError } from "../../src/core/errors.ts";
import { answering } from "../helpers/answering.ts";
import { type FlowFiles, flowOf, runLine, runLines, type TestServices } from "./flow-run.ts";

describe("a part of an output", () => {
  const GIVE = `export default () => ({ a: { b: [10, { "k y": "deep" }] }, nothing: null });`;

  test.each([
    [`\${give.output.a.b[0]}`, 10],
    [`\${give.output.a['b'][1]['k y']}`, "deep"],
    [`\${give.output.a}`, { b: [10, { "k y": "deep" }] }],
    [`\${give.output.nothing}`, null],
    [`\${give}`, { a: { b: [10, { "k y": "deep" }] }, nothing: null }],
    [`\${inputs.x}`, "in"],
    ["literal", "literal"],
  ])("%s is %j", async (reference, expected) => {
    const { line } = await runFlow(GIVE, reference);

    expect(line).toMatchObject({ status: "completed", outputs: { y: expected } });
  });

  test.each([
    [`\${give.output.a.c}`, 'there is no "c" in {b}'],
    [`\${give.output.a.b[2]}`, "there is no 2 in a list of 2"],
    [`\${give.output.nothing.more}`, 'there is no "more" in null'],
    [`\${give.output.a.b.length2}`, 'there is no "length2" in a list of 2'],
    [`\${give.output.toString}`, 'there is no "toString" in {a, nothing}'],
  ])("%s that is not there is the line's error", async (reference, reason) => {
    const { line } = await runFlow(GIVE, reference);

    expect(line).toMatchObject({ status: "failed", outputs: null });
    expect(line.error?.message).toContain(reason);
  });

  test("that only the aggregation refers to fails the line as well", async () => {
    const flow = await flowOf({
      "flow.dag.yaml": dag(
        [js("give"), `${js("sum")}  inputs: {v: "\${give.output.missing}"}\n  aggregation: true\n`],
        {},
      ),
      "give.mjs": GIVE,
      "sum.mjs": "export default () => 1;",
    });

    expect((await runLine(flow, { inputs: { x: "a" } })).line.error?.message).toBe(
      `"\${give.output.missing}" has no value: there is no "missing" in {a, nothing}`,
    );
  });
});

describe("nodes of a line", () => {
  test("that are ready at the same time run at the same time", async () => {
    const meet = (own: string, other: string) => `
      const met = (globalThis.met ??= {});
      export default async () => {
        await new Promise((resolve) => { met.${own} = resolve; met.${other}?.(); if (met.${other}) resolve(); });
        return 1;
      };`;
    const flow = await flowOf({
      "flow.dag.yaml": dag([js("left"), js("right")], { y: `\${left.output}` }),
      "left.mjs": meet("left", "right"),
      "right.mjs": meet("right", "left"),
    });

    expect((await runLine(flow, { inputs: { x: "a" } })).line.status).toBe("completed");
  });

  test("get copies, so that none spoils what another gets", async () => {
    const flow = await flowOf({
      "flow.dag.yaml": dag(
        [
          js("give"),
          `${js("spoil")}  inputs: {list: "\${give.output}"}\n`,
          `${js("read")}  inputs: {list: "\${give.output}", after: "\${spoil.output}"}\n`,
        ],
        { y: `\${read.output}` },
      ),
      "give.mjs": "export default () => [3, 1, 2];",
      "spoil.mjs": "export default ({ list }) => list.sort().length;",
      "read.mjs": "export default ({ list }) => list;",
    });

    expect((await runLine(flow, { inputs: { x: "a" } })).line.outputs).toEqual({ y: [3, 1, 2] });
  });

  test("know their line, their folder and Python's rounding", async () => {
    const { line, folder } = await runFlow(
      "export default (_, ctx) => [ctx.lineNumber, ctx.flowDir, ctx.round(2.675, 2), ctx.round(2.5)];",
      `\${give.output}`,
      { line: { line_number: 7 } },
    );

    expect(line.outputs).toEqual({ y: [7, folder, 2.67, 2] });
  });

  test("may be in TypeScript, with their types from the library", async () => {
    const flow = await flowOf({
      "flow.dag.yaml": dag(
        [
          `- name: give\n  type: typescript\n  source: {path: give.ts}\n  inputs: {x: "\${inputs.x}"}\n`,
        ],
        { y: `\${give.output}` },
      ),
      "give.ts": "export default ({ x }: { x: string }): number => x.length;",
    });

    expect((await runLine(flow, { inputs: { x: "abc" } })).line.outputs).toEqual({ y: 3 });
  });

  test("that return nothing have null", async () => {
    const { line } = await runFlow("export default () => {};", `\${give.output}`);

    expect(line.outputs).toEqual({ y: null });
  });

  test("ask completion functions by name, and what they log is kept", async () => {
    const judge = answering("5");
    const { line, events } = await runFlow(
      `export default async ({ x }, ctx) => {
        const { text } = await ctx.complete("judge", [{ role: "user", content: x }], { temperature: 0 });
        ctx.log("asked");
        return text;
      };`,
      `\${give.output}`,
      { services: { completionFns: { judge } } },
    );

    expect(line.outputs).toEqual({ y: "5" });
    expect(judge.calls).toMatchObject([
      { prompt: [{ role: "user", content: "in" }], params: { temperature: 0 } },
    ]);
    expect(events).toEqual([
      { type: "log", data: { node: "give", line_number: 0, message: "asked" } },
    ]);
  });

  test("turn texts into vectors with the run's model, or one that they name", async () => {
    const embedding = {
      embed: async (texts: readonly string[]) => ({ embeddings: texts.map(() => [1]) }),
    };
    const named = {
      embed: async (texts: readonly string[]) => ({ embeddings: texts.map(() => [2]) }),
    };
    const { line } = await runFlow(
      `export default async (_, ctx) => [await ctx.embed(["a", "b"]), await ctx.embed(["c"], "named")];`,
      `\${give.output}`,
      {
        services: {
          embeddingFns: { named },
          metricTools: { judgeRetries: 0, embedding, warn: () => {} },
        },
      },
    );

    expect(line.outputs).toEqual({ y: [[[1], [1]], [[2]]] });
  });

  test("that log a metric are told once that it has no effect", async () => {
    const flow = await flowOf({
      "flow.dag.yaml": dag([js("give")], {}),
      "give.mjs": `export default (_, ctx) => { ctx.logMetric("m", 1); };`,
    });
    await runLines(
      flow,
      [0, 1].map((line_number) => ({ line_number, inputs: { x: "a" } })),
    );

    expect(flow.warnings).toEqual([
      'the metric "m" of the node "give" has no effect: it is no aggregation node',
    ]);
  });

  test("are all in the log when that is asked for", async () => {
    const { events } = await runFlow("export default ({ x }) => x + 1;", `\${give.output}`, {
      services: { recordNodes: true },
    });

    expect(events).toMatchObject([
      {
        type: "node",
        data: {
          node: "give",
          line_number: 0,
          status: "completed",
          inputs: { x: "in" },
          output: "in1",
        },
      },
    ]);
  });
});

describe("activate", () => {
  test.each([
    [true, true, true],
    ["true", true, false],
    [1, true, false],
    [1, 1.0, true],
    [{ a: [1, { b: 2 }], c: 3 }, { c: 3, a: [1, { b: 2 }] }, true],
    [[1, 2], [2, 1], false],
    [null, null, true],
    [null, false, false],
  ])("when %j is %j: %s", async (value, is, runs) => {
    const flow = await flowOf({
      "flow.dag.yaml": dag(
        [
          js("give"),
          `${js("act")}  activate: {when: "\${give.output}", is: ${JSON.stringify(is)}}\n`,
        ],
        { y: `\${act.output}` },
      ),
      "give.mjs": `export default () => (${JSON.stringify(value)});`,
      "act.mjs": "export default () => 1;",
    });
    const { line } = await runLine(flow, { inputs: { x: "a" } });

    expect(line).toMatchObject({ outputs: { y: runs ? 1 : null }, bypassed: runs ? [] : ["act"] });
  });

  test("R99: a node behind one that is bypassed is bypassed, which is no failure", async () => {
    const flow = await flowOf({
      "flow.dag.yaml": dag(
        [
          js("a"),
          `${js("b")}  activate: {when: "\${a.output}", is: true}\n`,
          `${js("c")}  inputs: {x: "\${b.output}"}\n`,
        ],
        { y: `\${c.output}` },
      ),
      "a.mjs": "export default () => false;",
      "b.mjs": "export default () => 1;",
      "c.mjs": "export default () => 2;",
    });
    const { line } = await runLine(flow, { inputs: { x: "a" } });

    expect(line).toMatchObject({ status: "completed", bypassed: ["b", "c"], outputs: { y: null } });
  });

  test("a part of what was bypassed is null, not an error", async () => {
    const flow = await flowOf({
      "flow.dag.yaml": dag([`${js("act")}  activate: {when: "\${inputs.x}", is: "other"}\n`], {
        y: `\${act.output.deep.deeper}`,
      }),
      "act.mjs": "export default () => 1;",
    });

    expect((await runLine(flow, { inputs: { x: "a" } })).line.outputs).toEqual({ y: null });
  });
});

describe("a line fails alone", () => {
  test("when an input cannot be converted, is missing, or its earlier output lacks a column", async () => {
    const flow = await flowOf({
      "flow.dag.yaml": dag([js("give")], {}, "int"),
      "give.mjs": "export default ({ x }) => x;",
    });
    const run = async (line: object) => (await runLine(flow, line)).line;

    expect(await run({ inputs: { x: "no" } })).toMatchObject({
      status: "failed",
      inputs: { x: "no" },
      error: { type: "DataError", message: 'the input "x" is the string "no", which is no int' },
    });
    expect((await run({ inputs: {} })).error?.message).toBe('the input "x" has no value');
    expect((await run({ inputs: {}, fault: "the output lacks it" })).error?.message).toBe(
      "the output lacks it",
    );
  });

  test("when a node throws, and the node is named", async () => {
    const { line, events } = await runFlow(
      `export default ({ x }) => { throw new RangeError("bad " + x); };`,
      `\${give.output}`,
    );

    expect(line).toMatchObject({
      status: "failed",
      outputs: null,
      bypassed: [],
      aggregation_values: null,
      error: {
        type: "RangeError",
        node: "give",
        message: 'the node "give" failed: RangeError: bad in (give.mjs:1)',
      },
    });
    expect(line.error?.["stack"]).toContain("give.mjs");
    expect(events).toMatchObject([
      { type: "node", data: { node: "give", status: "failed", inputs: { x: "in" } } },
    ]);
  });

  test("when a node throws what is no error", async () => {
    const { line } = await runFlow(`export default () => { throw "text"; };`, `\${give.output}`);

    expect(line.error).toEqual({
      type: "string",
      node: "give",
      message: 'the node "give" failed: text',
    });
  });

  test("and its other nodes are told to stop", async () => {
    const flow = await flowOf({
      "flow.dag.yaml": dag([js("waits"), js("fails")], {}),
      "waits.mjs": `export default (_, { signal }) => new Promise((resolve) => {
        signal.addEventListener("abort", () => { globalThis.stopped = signal.reason; resolve(); });
      });`,
      "fails.mjs": `export default () => { throw new Error("first"); };`,
    });
    const { line } = await runLine(flow, { inputs: { x: "a" } });

    expect(line.error?.["node"]).toBe("fails");
    expect(Reflect.get(globalThis, "stopped")).toBeInstanceOf(Error);
  });

  test("when its time is up, and what still ran is named", async () => {
    const { line } = await runFlow(
      "export default () => new Promise(() => {});",
      `\${give.output}`,
      {
        services: { lineTimeoutMs: 20 },
      },
    );

    expect(line).toMatchObject({
      status: "failed",
      error: {
        type: "DataError",
        message: 'the line was not done after 0.02 s (line_timeout: 0.02); "give" still ran',
      },
    });
  });

  test("R13: when a node has a limit of its own, which the message names", async () => {
    const flow = await flowOf({
      "flow.dag.yaml": dag([`${js("give")}  timeout: 0.02\n`], {}),
      "give.mjs": "export default () => new Promise(() => {});",
    });
    const { line } = await runLine(flow, { inputs: { x: "a" } });

    expect(line.error?.message).toBe(
      'the node "give" failed: it was not done after 0.02 s, its timeout',
    );
  });

  test("and a call that nobody waits for any more is ended", async () => {
    const ended: unknown[] = [];
    const fn: CompletionFn = {
      complete: (_prompt, _params, { signal }) =>
        new Promise(() => signal.addEventListener("abort", () => ended.push(signal.reason))),
    };
    const flow = await flowOf(
      {
        "flow.dag.yaml": dag([`${js("give")}  timeout: 0.02\n`], {}),
        "give.mjs": ASK,
      },
      { completionFns: { m: fn } },
    );
    await runLine(flow, { inputs: { x: "a" } });

    expect(ended).toHaveLength(1);
  });

  test("R103: and the nodes that ran before are known", async () => {
    const flow = await flowOf({
      "flow.dag.yaml": dag(
        [js("one"), `${js("two")}  inputs: {x: "\${inputs.x}", y: "\${one.output}"}\n`],
        {},
      ),
      "one.mjs": "export default () => 1;",
      "two.mjs": `export default ({ x }) => { if (x === "c") throw new Error("no"); };`,
    });
    const given = [..."abcd"].map((x, line_number) => ({ line_number, inputs: { x } }));
    const { lines } = await runLines(flow, given);

    expect(
      lines.map(({ line: { status, completed, error } }) => [status, completed, error?.["node"]]),
    ).toEqual([
      ["completed", ["one", "two"], undefined],
      ["completed", ["one", "two"], undefined],
      ["failed", ["one"], "two"],
      ["completed", ["one", "two"], undefined],
    ]);
  });

  test("when a model gives no answer", async () => {
    const fn = {
      complete: () =>
        Promise.reject(new CompletionError("too long", { status: 400, kind: "permanent" })),
    };
    const { line } = await runFlow(ASK, `\${give.output}`, {
      services: { completionFns: { m: fn } },
    });

    expect(line.error).toMatchObject({
      type: "CompletionError",
      message: 'the node "give" failed: too long',
      kind: "permanent",
      status: 400,
    });
  });
});

const ASK = `export default (_, ctx) => ctx.complete("m", "hello");`;

describe("the run ends", () => {
  test("when every line would fail alike", async () => {
    const fn = {
      complete: () => Promise.reject(new CompletionError("no quota", { kind: "fatal" })),
    };
    const run = runFlow(ASK, `\${give.output}`, { services: { completionFns: { m: fn } } });

    await expect(run).rejects.toThrow("no quota");
  });

  test("when it is cancelled", async () => {
    const cancel = new AbortController();
    const run = runFlow("export default () => new Promise(() => {});", `\${give.output}`, {
      services: { signal: cancel.signal },
    });
    setImmediate(() => cancel.abort(new Error("cancelled")));

    await expect(run).rejects.toThrow("cancelled");
  });
});

describe("what a node returns", () => {
  test.each([
    ["NaN", null],
    ["{ a: NaN, b: [-Infinity, undefined], c: undefined }", { a: null, b: [null, null] }],
    ["new Date(0)", "1970-01-01T00:00:00.000Z"],
    ["-0", 0],
  ])("%s is kept as the output %j", async (code, expected) => {
    const { line } = await runFlow(`export default () => (${code});`, `\${give.output}`);

    expect(JSON.parse(JSON.stringify(line.outputs))).toEqual({ y: expected });
  });

  test.each([
    ["() => 1", "JSON has no function"],
    ["[Symbol.iterator]", "JSON has no symbol"],
    ["10n", "JSON has no bigint"],
    ["new Map([[1, 2]])", "JSON has no Map"],
    ["(() => { const a = {}; a.self = [a]; return a; })()", "the value is part of itself"],
  ])("%s is no output, and fails the line", async (code, reason) => {
    const { line } = await runFlow(`export default () => (${code});`, `\${give.output}`);

    expect(line).toMatchObject({
      status: "failed",
      error: { type: "DataError", message: `"y" cannot be kept with the line: ${reason}` },
    });
  });

  test.each([
    ["(n) => n * 2", "give(21)"],
    ["[{ double: (n) => n * 2 }]", "give[0].double(21)"],
    ["new (class Doubler { double(n) { return n * 2; } })()", "give.double(21)"],
    ["new Map([[21, 42]])", "give.get(21)"],
    ["(() => { const a = { n: 42 }; a.self = a; return a; })()", "give.self.self.n"],
  ])("may be anything between nodes, such as %s", async (value, use) => {
    const flow = await flowOf({
      "flow.dag.yaml": dag([js("make"), `${js("use")}  inputs: {give: "\${make.output}"}\n`], {
        y: `\${use.output}`,
      }),
      "make.mjs": `export default () => (${value});`,
      "use.mjs": `export default ({ give }) => ${use};`,
    });

    expect((await runLine(flow, { inputs: { x: "a" } })).line.outputs).toEqual({ y: 42 });
  });

  test("may be large", async () => {
    const { line } = await runFlow(
      `export default () => "x".repeat(10_000_000);`,
      `\${give.output}`,
    );

    expect(String(line.outputs?.["y"])).toHaveLength(10_000_000);
  });
});

test.each([
  ["export const other = 1;", "its default export is nothing"],
  ["export default { a: 1 };", "its default export is an object"],
])("a module that is no node is refused before the first line: %s", async (code, reason) => {
  const refused = runFlow(code, `\${give.output}`);

  await expect(refused).rejects.toBeInstanceOf(ConfigError);
  await expect(refused).rejects.toThrow(reason);
});

test("a module that cannot be loaded is refused before the first line", async () => {
  await expect(runFlow("export default (", `\${give.output}`)).rejects.toBeInstanceOf(ConfigError);
});

interface RunSettings {
  readonly services?: TestServices;
  readonly line?: { readonly line_number: number };
}

/** Runs a flow of one node, `give`, whose output is `y`. */
async function runFlow(code: string, reference: string, { services, line }: RunSettings = {}) {
  const files: FlowFiles = {
    "flow.dag.yaml": dag([`${js("give")}  inputs: {x: "\${inputs.x}"}\n`], { y: reference }),
    "give.mjs": code,
  };
  const flow = await flowOf(files, services);
  return { ...(await runLine(flow, { inputs: { x: "in" }, ...line })), folder: flow.folder };
}

function dag(
  nodes: readonly string[],
  outputs: Readonly<Record<string, string>>,
  type = "string",
): string {
  const references = Object.entries(outputs).map(([name, reference]) => [
    name,
    { type: "object", reference },
  ]);
  return `inputs:
  x: {type: ${type}}
outputs: ${JSON.stringify(Object.fromEntries(references))}
nodes:
${nodes.join("")}`;
}

function js(name: string): string {
  return `- name: ${name}\n  type: javascript\n  source: {path: ${name}.mjs}\n`;
}
