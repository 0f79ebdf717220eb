import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import { loadFlow } from "../../src/flow/load-flow.ts";
import type { FlowSpec } from "../../src/flow/spec.ts";
import { parseVariant } from "../../src/flow/variants.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

const HEAD = `inputs:
  x: {type: string}
nodes:
`;
const NODE = `- name: a
  type: javascript
  source: {type: code, path: a.mjs}
`;

describe("a fault of the flow file is refused with its line", () => {
  test.each<[string, string, number, string]>([
    ["an unknown node", `${NODE}  inputs: {x: "\${b.output}"}`, 7, 'the flow has no node "b"'],
    ["an unknown input", `${NODE}  inputs: {x: "\${inputs.y}"}`, 7, 'the flow has no input "y"'],
    ["an input with a path", `${NODE}  inputs: {x: "\${inputs.x.b}"}`, 7, 'no input "x.b"'],
    [
      "another property than the output",
      `${NODE}  inputs: {x: "\${a.input}"}`,
      7,
      'asks for the "input" of a node, which has only an output',
    ],
    ["a reference that is none", `${NODE}  inputs: {x: "\${a.output[x]}"}`, 7, "cannot be read"],
    [
      "a node that waits for itself",
      `${NODE}  inputs: {x: "\${a}"}`,
      4,
      'the node "a" waits for itself',
    ],
    ["a name twice", NODE + NODE, 7, 'the name "a" is there twice'],
    ["a node without a type", "- name: a", 4, 'the node "a" has no type'],
    ["an unknown type", "- name: a\n  type: javscript", 5, 'did you mean "javascript"?'],
    ["C#", "- name: a\n  type: csharp", 5, '"csharp" is no type of a node'],
    ["a node without a source", "- name: a\n  type: llm", 4, 'the node "a" has no source'],
    [
      "a source that is not there",
      "- name: a\n  type: javascript\n  source:\n    path: b.mjs",
      7,
      "there is no file",
    ],
    [
      "Python in a node of JavaScript",
      "- name: a\n  type: javascript\n  source: {path: a.py}",
      6,
      'is Python, and the node\'s type is "javascript"',
    ],
    [
      "a tool of a package",
      "- name: a\n  type: python\n  source: {type: package, tool: promptflow.tools.serpapi.search}",
      4,
      'runs a tool of a package, "promptflow.tools.serpapi.search"',
    ],
    ["skip", `${NODE}  skip: {when: 1, is: 2}`, 7, "write activate"],
    [
      "activate without is",
      `${NODE}  activate: {when: 1}`,
      7,
      '"activate" of the node "a" has no "is"',
    ],
    [
      "a wrong value",
      `${NODE}  aggregation: maybe`,
      7,
      '"aggregation" is wrong: expected true or false',
    ],
    ["a timeout that is none", `${NODE}  timeout: 0`, 7, '"timeout" is wrong'],
    ["a node named inputs", NODE.replace("name: a", "name: inputs"), 4, 'cannot be named "inputs"'],
    [
      "a variant of a node that has none",
      "- name: a\n  use_variants: true",
      4,
      'the node "a" has no variants',
    ],
    [
      "an aggregation node activated by an ordinary node",
      `${NODE}- name: b
  type: javascript
  source: {path: a.mjs}
  aggregation: true
  activate: {when: "\${a.output}", is: 1}`,
      11,
      'refers to "a", which has a value for each line',
    ],
  ])("%s", (...[, nodes, line, message]) => {
    const error = errorOf(() => load(HEAD + nodes));

    expect(describeAll(error)).toContain(message);
    expect(error.where).toMatch(new RegExp(`flow\\.dag\\.yaml:${line}$`));
  });

  test("an output that refers to nothing", () => {
    const error = errorOf(() =>
      load(`${HEAD}${NODE}outputs:\n  y: {type: string, reference: "\${b.output}"}`),
    );

    expect(error.message).toBe('the flow has no node "b"');
    expect(error.where).toMatch(/:8$/);
  });

  test("no inputs, which no data could reach", () => {
    expect(errorOf(() => load(`nodes:\n${NODE}`)).message).toMatch(/the flow has no inputs/);
  });

  test("a default that is none of its type", () => {
    const error = errorOf(() => load(`inputs:\n  x: {type: int, default: many}\nnodes:\n${NODE}`));

    expect(error).toMatchObject({
      message: 'the default of the input "x" is no int',
      where: expect.stringMatching(/:2$/),
    });
  });

  test("no nodes", () => {
    expect(errorOf(() => load("inputs:\n  x: {type: string}\n")).message).toContain(
      '"nodes" is missing',
    );
  });

  test("no YAML", () => {
    expect(errorOf(() => load("inputs: {")).where).toMatch(/flow\.dag\.yaml:1:\d+$/);
  });

  test("a language that cannot be run", () => {
    const error = errorOf(() => load(`${HEAD}${NODE}language: csharp`));

    expect(error.message).toBe('flows in "csharp" cannot be run');
    expect(error.where).toMatch(/:7$/);
  });

  test("a file that is not there", () => {
    const missing = () => loadFlow("/nowhere/flow.dag.yaml", { warn: () => {} });

    expect(missing).toThrow(ConfigError);
  });
});

test("a folder is its flow.dag.yaml", () => {
  const folder = tempRegistry({ "flow.dag.yaml": HEAD + NODE, "a.mjs": "" });

  expect(loadFlow(folder, { warn: () => {} })).toMatchObject({
    file: join(folder, "flow.dag.yaml"),
    folder,
  });
});

test("nodes are in the order in which they can run, whatever the order of the file", () => {
  const flow = load(
    HEAD + node("c", `\${b.output}`) + node("a", `\${inputs.x}`) + node("b", `\${a.output.k}`),
  );

  expect(flow.lineNodes.map(({ name }) => name)).toEqual(["a", "b", "c"]);
});

test("a cycle is named without the nodes that only wait for it", () => {
  const text =
    HEAD + node("late", `\${a.output}`) + node("a", `\${b.output}`) + node("b", `\${a.output}`);

  expect(errorOf(() => load(text)).message).toBe('the nodes "a", "b" wait for each other');
});

test.each<[string, unknown]>([
  [`\${a.output.b.c[0]['d e'].f}`, { node: "a", path: ["b", "c", 0, "d e", "f"] }],
  [`\${a.output[1]['n']}`, { node: "a", path: [1, "n"] }],
  [`\${a}`, { node: "a", path: [] }],
  [`\${flow.x}`, { kind: "input", name: "x" }],
  [`\${inputs.x}`, { kind: "input", name: "x" }],
  [`text \${inputs.x}`, { kind: "literal", value: `text \${inputs.x}` }],
  [`\${inputs.x} \${inputs.x}`, { kind: "literal" }],
])("the output %s is read as what it means", (reference, expected) => {
  const flow = load(
    `${HEAD}${NODE}outputs:\n  y: {type: string, reference: ${JSON.stringify(reference)}}`,
  );

  expect(flow.outputs.get("y")).toMatchObject(expected as object);
});

test("blank literals are left out, so that parameters have their defaults", () => {
  const flow = load(`${HEAD}${NODE}  inputs: {p: "", q: null, r: 0, s: false}`);

  expect([...(flow.lineNodes[0]?.inputs.keys() ?? [])]).toEqual(["r", "s"]);
});

test("reduce is aggregation, and the embedding tool of promptflow is the built-in one", () => {
  const text = `${HEAD}${NODE}  reduce: true
- name: e
  type: python
  source: {type: package, tool: promptflow.tools.embedding.embedding}`;
  const flow = load(text);

  expect(flow.aggregationNodes.map(({ name }) => name)).toEqual(["a"]);
  expect(flow.lineNodes.map(({ kind }) => kind)).toEqual(["embedding"]);
});

test("unknown keys, and texts that look as if they were filled, are warned of", () => {
  const warnings: string[] = [];
  load(`${HEAD}${NODE}  agregation: true\n  inputs: {x: "a \${inputs.x}"}\nnode_variant: {}`, {
    warnings,
  });

  expect(warnings.map((warning) => warning.replace(/^.*flow\.dag\.yaml/, ""))).toEqual([
    ':9: "node_variant" is not known; did you mean "node_variants"?',
    ':7: "agregation" is not known; did you mean "aggregation"?',
    `:8: "a \${inputs.x}" is taken as it stands; only a text that is one reference is replaced`,
  ]);
});

test("a flow file of promptflow with all of its other keys loads without a warning", () => {
  const warnings: string[] = [];
  const text = `$schema: https://example.com/Flow.schema.json
id: f
name: F
${HEAD}${NODE}  comment: text
  enable_cache: true
environment: {python_requirements_txt: requirements.txt}
environment_variables: {A: text, B: [1], C: 2}
additional_includes: [../x]
language: python
message_format: basic
`;

  expect(load(text, { warnings }).environment).toEqual({ A: "text", B: "[1]", C: "2" });
  expect(warnings).toEqual([]);
});

describe("variants", () => {
  const text = `inputs: {x: {type: string}}
nodes:
- name: a
  use_variants: true
node_variants:
  a:
    default_variant_id: one
    variants:
      one: {node: {type: javascript, source: {path: a.mjs}}}
      two: {node: {type: javascript, source: {path: b.mjs}}}
`;

  test("another one is taken when it is asked for", () => {
    const flow = load(text, { variants: { a: "two" }, files: { "b.mjs": "" } });

    expect(flow.lineNodes[0]?.path).toMatch(/b\.mjs$/);
  });

  test.each([
    [{ a: "tow" }, 'the node "a" has no variant "tow"', 'did you mean "two"?'],
    [{ other: "two" }, 'the flow has no node "other" to take a variant of', 'it has "a"'],
  ])("%j is refused", (variants, message, fix) => {
    expect(errorOf(() => load(text, { variants }))).toMatchObject({ message, fix });
  });

  test("a fault in the body of a variant has its own line", () => {
    const error = errorOf(() => load(text, { variants: { a: "two" } }));

    expect(error.where).toMatch(/:10$/);
  });

  test.each([`\${a.two}`, "a.two"])("%s names one", (written) => {
    expect(parseVariant(written)).toEqual({ node: "a", variant: "two" });
  });

  test("what names none is refused", () => {
    expect(() => parseVariant("two")).toThrow('"two" names no variant');
  });
});

interface LoadSettings {
  readonly variants?: Readonly<Record<string, string>>;
  readonly warnings?: string[];
  readonly files?: Readonly<Record<string, string>>;
}

function load(
  text: string,
  { variants = {}, warnings = [], files = {} }: LoadSettings = {},
): FlowSpec {
  const folder = tempRegistry({ "flow.dag.yaml": text, "a.mjs": "", "a.py": "", ...files });
  const warn = (message: string) => void warnings.push(message);
  return loadFlow(join(folder, "flow.dag.yaml"), { variants, warn });
}

function node(name: string, reference: string): string {
  return `- name: ${name}
  type: javascript
  source: {type: code, path: a.mjs}
  inputs: {x: "${reference}"}
`;
}

function errorOf(run: () => unknown): ConfigError {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

function describeAll({ message, fix }: ConfigError): string {
  return `${message}; ${fix}`;
}
