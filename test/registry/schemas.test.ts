import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import glob from "fast-glob";
import { expect, test } from "vitest";
import { z } from "zod";
import { YamlFile } from "../../src/data/yaml/yaml-file.ts";
import { parseYaml } from "../../src/data/yaml/yaml-text.ts";
import { BUILTINS } from "../../src/registry/builtins.ts";
import { BUNDLED_ROOT } from "../../src/registry/roots.ts";

const SCHEMAS = fileURLToPath(new URL("../../schemas", import.meta.url));
const KINDS = ["evals", "eval_sets", "completion_fns", "modelgraded", "metrics"];

test.each(glob.sync(`{${KINDS.join(",")}}/*.yaml`, { cwd: BUNDLED_ROOT }))(
  "%s of the bundled registry satisfies its schema",
  (file) => {
    const { entries, fault } = new YamlFile(join(BUNDLED_ROOT, file));

    expect(fault).toBeUndefined();
    expect(faults(file.split("/")[0] ?? "", entries)).toEqual([]);
  },
);

test.each(glob.sync(`{${KINDS.join(",")}}/*.yaml`, { cwd: BUNDLED_ROOT }))(
  "%s of the bundled registry tells editors which schema it has",
  (file) => {
    const text = readFileSync(join(BUNDLED_ROOT, file), "utf8");
    const kind = file.split("/")[0] ?? "";

    expect(
      text.startsWith(`# yaml-language-server: $schema=../../schemas/${kind}.schema.json\n`),
    ).toBe(true);
  },
);

test.each([
  ["evals", "t: u"],
  [
    "evals",
    "t: { id: t.v0, metrics: [a], gates: [a >= 0.8, errors <= 1%], description: d, disclaimer: d, higher_is_better: false }",
  ],
  ["evals", "t.v0: { class: evals.elsuite.basic.match:Match, args: { samples_jsonl: a, own: 1 } }"],
  ["evals", "t.v0: { class: match, args: }"],
  ["evals", "t.v0: { class_path: x, init_args: {} }"],
  ["eval_sets", "s: { evals: [a, b-*] }"],
  ["completion_fns", "f: { class: ./fn.ts:Fn, args: { model: m, deep: { a: [1] } } }"],
  [
    "completion_fns",
    "f: { class: x, limits: { rpm: 0.5, tpm: 1000, concurrency: 8 }, cache: true }",
  ],
  ["completion_fns", "f: { id: g, limits: { rpm: 60 }, cache: false }"],
  [
    "modelgraded",
    "m: { prompt: p, choice_strings: AB, input_outputs: { input: completion }, choice_scores: { A: 1.0, B: '0' } }",
  ],
  [
    "modelgraded",
    "m: { prompt: [{ role: user, content: c }], choice_strings: ['Yes', 'No'], input_outputs: {}, choice_scores: from_strings, format_type: x }",
  ],
  ["metrics", "m: { class: ./polite.ts:Polite, args: { metric_key: polite }, description: d }"],
  ["metrics", "m: { class_path: BLEU, init_args: {} }"],
  ["metrics", "m: n"],
])("the schema of %s takes `%s`", (kind, text) => {
  expect(faults(kind, parseYaml(text).entries)).toEqual([]);
});

test.each([
  ["evals", "t: 3"],
  ["evals", "t: { metrics: [a] }"],
  ["evals", "t: { id: t.v0, metric: [a] }"],
  ["evals", "t: { id: t.v0, metrics: accuracy }"],
  ["evals", "t.v0: { class: match, args: [a] }"],
  ["evals", "t.v0: { class: match, args: { num_few_shot: many } }"],
  ["eval_sets", "s: { evals: all }"],
  ["completion_fns", "f: { clas: x }"],
  ["completion_fns", "f: { class: x, limits: { rpm: 0 } }"],
  ["completion_fns", "f: { class: x, limits: { requests: 3 } }"],
  ["completion_fns", "f: { class: x, cache: /tmp/answers }"],
  ["modelgraded", "m: { prompt: p, choice_strings: [1, 2], input_outputs: {} }"],
  ["modelgraded", "m: { prompt: p, input_outputs: {} }"],
  ["metrics", "m: { class: bleu, tokenize: zh }"],
])("the schema of %s refuses `%s`", (kind, text) => {
  expect(faults(kind, parseYaml(text).entries)).not.toEqual([]);
});

test.each([
  ["evals", "eval"],
  ["completion_fns", "completion-fn"],
  ["metrics", "metric"],
])("the schema of %s offers every built-in %s", (file, kind) => {
  const names = BUILTINS.filter((builtin) => builtin.kind === kind).map(({ name }) => name);
  // biome-ignore lint/suspicious/noExplicitAny: a JSON Schema, looked into as it is
  const forms: any[] = schemaOf(file).additionalProperties.anyOf;
  const [offered] = forms.find(({ properties }) => properties?.class).properties.class.anyOf;

  expect(offered.enum.toSorted()).toEqual(names.toSorted());
});

test("every field in a schema has a description", () => {
  for (const file of glob.sync("*.json", { cwd: SCHEMAS })) {
    for (const [field, schema] of fieldsIn(schemaOf(basename(file, ".schema.json")))) {
      expect(schema, `${file}: ${field}`).toHaveProperty("description");
    }
  }
});

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema, looked into as it is
function schemaOf(kind: string): any {
  return JSON.parse(readFileSync(join(SCHEMAS, `${kind}.schema.json`), "utf8"));
}

function faults(kind: string, entries: YamlFile["entries"]): unknown[] {
  const values = Object.fromEntries(entries.map(({ name, value }) => [name, value]));
  return z.fromJSONSchema(schemaOf(kind)).safeParse(values).error?.issues ?? [];
}

function fieldsIn(schema: unknown): [string, unknown][] {
  if (typeof schema !== "object" || schema === null) return [];
  const properties = "properties" in schema ? Object.entries(Object(schema.properties)) : [];
  return [...properties, ...Object.values(schema).flatMap(fieldsIn)];
}
