import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { originsOf } from "../../src/flow/column-mapping.ts";
import { loadFlow } from "../../src/flow/load-flow.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

const NODES = `nodes:
  - name: a
    type: javascript
    source: {type: code, path: a.mjs}
`;

/** Reads a flow file, and gives what was told and what was refused. */
function load(text: string) {
  const folder = tempRegistry({ "flow.dag.yaml": text, "a.mjs": "export default () => 1;" });
  const file = join(folder, "flow.dag.yaml");
  const warnings: string[] = [];
  const told = (message: string) => message.replace(`${file}:`, "");
  try {
    loadFlow(file, { warn: (message) => void warnings.push(told(message)) });
  } catch (error) {
    const { message, where = "", fix } = Object(error);
    return { warnings, error: { message, where: told(where), fix } };
  }
  return { warnings };
}

describe("a slip in a flow file is named with its line and what was meant", () => {
  test("a misspelt key of an input", () => {
    const { warnings } = load(`inputs:\n  x:\n    type: string\n    defalt: 1\n${NODES}`);
    expect(warnings).toEqual(['4: "defalt" is not known; did you mean "default"?']);
  });

  test("a misspelt key of an output, which then has no reference", () => {
    const outputs = `outputs:\n  y:\n    refernce: "\${a.output}"\n`;
    expect(load(`inputs: {x: {type: string}}\n${outputs}${NODES}`)).toEqual({
      warnings: ['4: "refernce" is not known; did you mean "reference"?'],
      error: {
        message: 'the output "y" has no reference',
        where: "3",
        fix: `add reference: \${NODE.output}`,
      },
    });
  });

  test.each([
    [
      "a misspelt key that is needed",
      "inputs: {x: {typ: string}}\nnodes: []",
      'write "type" in place of "typ"',
    ],
    [
      "nodes by another name",
      "inputs: {x: {type: string}}\nnode: []",
      'write "nodes" in place of "node"',
    ],
  ])("%s", (_, text, fix) => {
    expect(load(text).error).toMatchObject({ fix });
  });

  test("a flow without nodes", () => {
    const { error } = load("inputs: {x: {type: string}}\nnodes: []");
    expect(error).toMatchObject({ where: "2" });
    expect(error?.message).toContain("expected one node at least");
  });

  test("what is no YAML, at its line and column", () => {
    const { error } = load("inputs: {x: {type: string}}\nnodes: [\n");
    expect(error?.where).toMatch(/^\d+:\d+$/);
    expect(error?.message).toMatch(/^the flow file cannot be read: \w/);
  });
});

/** What is told of a column mapping for the inputs "truth" and "answer". */
function warningsOf(mapping: Readonly<Record<string, unknown>>): string[] {
  const input = { type: "string", default: null, where: "flow.dag.yaml:1" };
  const warnings: string[] = [];
  originsOf(
    new Map([
      ["truth", input],
      ["answer", input],
    ]),
    mapping,
    { names: ["data"], hasColumn: () => true, warn: (message) => void warnings.push(message) },
  );
  return warnings;
}

describe("a slip in a column mapping is told", () => {
  test("a name that is nearly an input's", () => {
    expect(warningsOf({ anwser: `\${data.a}` })).toEqual([
      'the column mapping has "anwser", which is no input of the flow; did you mean "answer"?',
    ]);
  });

  test("a name that is no input's is passed over, as in promptflow", () => {
    expect(warningsOf({ comment: `\${data.a}` })).toEqual([]);
  });

  test.each(["{data.a}", "$data.a", "data.a", "$(data.a)"])("the text %s for a column", (text) => {
    expect(warningsOf({ truth: text, answer: `\${data.b}` })).toEqual([
      `the column mapping has the text "${text}" for "truth"; to take a column write \${data.a}`,
    ]);
  });

  test.each(["data", "see data.", "run.x", `\${data.a} and more`])(
    "the text %j is a constant",
    (text) => {
      expect(warningsOf({ truth: text, answer: `\${data.b}` })).toEqual([]);
    },
  );
});
