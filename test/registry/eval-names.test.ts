import { expect, test } from "vitest";
import { errorOf, openRegistry } from "./open.ts";

const MATCH = "class: match\n  args: { samples_jsonl: a.jsonl }\n";

test("an alias leads to its concrete eval, with the alias's metrics and texts", () => {
  const { registry, root, path } = openRegistry({
    "evals/my.suite.yaml": `
t:
  id: t.dev.v0
  metrics: [f1, accuracy]
  description: What it asks
  disclaimer: Handle with care
t.dev.v0:
  ${MATCH}`,
  });

  expect(registry.eval("t")).toEqual({
    key: "t.dev.v0",
    group: "my",
    registry_path: root,
    cls: "match",
    args: { samples_jsonl: "a.jsonl" },
    file: path("evals/my.suite.yaml"),
    line: 7,
    metrics: ["f1", "accuracy"],
    description: "What it asks",
    disclaimer: "Handle with care",
    lineOf: expect.any(Function),
  });
});

test("a concrete name has the metrics of the alias called like its first part", () => {
  const { registry } = openRegistry({
    "evals/t.yaml": `t: { id: t.dev.v0, metrics: [f1] }\nt.dev.v0:\n  ${MATCH}`,
  });

  expect(registry.eval("t.dev.v0").metrics).toEqual(["f1"]);
});

test("what the alias does not say is taken from further down", () => {
  const { registry } = openRegistry({
    "evals/t.yaml": `a: b\nb: { id: c.v0, metrics: [m] }\nc.v0:\n  description: Deep\n  ${MATCH}`,
  });

  expect(registry.eval("a")).toMatchObject({ key: "c.v0", metrics: ["m"], description: "Deep" });
});

test("W16: a plain name is an alias", () => {
  const { registry } = openRegistry({ "evals/t.yaml": `other: t.v0\nt.v0:\n  ${MATCH}` });

  expect(registry.eval("other").key).toBe("t.v0");
});

test("id wins over class", () => {
  const { registry } = openRegistry({
    "evals/t.yaml": `t: { id: t.v0, class: includes }\nt.v0:\n  ${MATCH}`,
  });

  expect(registry.eval("t")).toMatchObject({ key: "t.v0", cls: "match" });
});

test("aliases lead across files and roots", () => {
  const other = openRegistry({ "evals/far.yaml": `far.v0:\n  ${MATCH}` });
  const { registry } = openRegistry(
    { "evals/near.yaml": "near: { id: far.v0 }\n" },
    { paths: [other.root] },
  );

  expect(registry.eval("far.v0").registry_path).toBe(other.root);
});

test("class_path and init_args of flexeval are class and args", () => {
  const { registry } = openRegistry({
    "evals/t.yaml": "t.v0: { class_path: match, init_args: { samples_jsonl: a.jsonl } }\n",
  });

  expect(registry.eval("t.v0")).toMatchObject({ cls: "match", args: { samples_jsonl: "a.jsonl" } });
});

test("a registry may be single files, with and without a suffix", () => {
  const { registry } = openRegistry({
    "evals.yaml": `t.v0:\n  ${MATCH}`,
    eval_sets: "s: { evals: [t.v0] }\n",
  });

  expect(registry.evalSet("s").evals.map(({ key }) => key)).toEqual(["t.v0"]);
});

test("R26: a mistyped name gives near names and the folders searched, in a line each", async () => {
  const { registry, root } = openRegistry({
    "evals/t.yaml": `test-match: test-match.v0\ntest-match.v0:\n  ${MATCH}`,
  });

  const error = await errorOf(() => registry.eval("tset-match"));

  expect(error.name).toBe("ConfigError");
  expect(error.message).toBe('there is no eval "tset-match" in the registry');
  expect(error.where).toContain(root);
  expect(error.fix).toMatch(/^did you mean "test-match"/);
});

test("W17: an id that leads nowhere is named with the way there", async () => {
  const { registry, path } = openRegistry({ "evals/t.yaml": "a: { id: b }\nb: { id: gone.v0 }\n" });

  const error = await errorOf(() => registry.eval("a"));

  expect(error.message).toBe('"gone.v0" is not in the registry: "a" → "b" → "gone.v0"');
  expect(error.where).toBe(`${path("evals/t.yaml")}:1 → ${path("evals/t.yaml")}:2`);
});

test("W17: ids in a circle are named with the whole circle", async () => {
  const { registry } = openRegistry({
    "evals/t.yaml": "a: { id: b }\nb: { id: c }\nc: { id: a }\n",
  });

  const error = await errorOf(() => registry.eval("a"));

  expect(error.message).toContain('"a" → "b" → "c" → "a"');
  expect(error.where).toMatch(/t\.yaml:1 → .*t\.yaml:2 → .*t\.yaml:3$/);
});

test.each([
  ["nothing", "t.v0:\n", 't.v0" is nothing', 1],
  ["a number", "a: {}\nt.v0: 3\n", 't.v0" is the number 3', 2],
  ["a list", "t.v0: [x]\n", 't.v0" is a list', 1],
  ["without class and id", "t.v0: { args: {} }\n", 'neither "class" nor "id"', 1],
  ["with a reserved key", "t.v0: { class: match, key: t }\n", 'the field "key"', 1],
  ["with a reserved group", "t.v0: { class: match, group: t }\n", 'the field "group"', 1],
  ["with a reserved cls", "t.v0: { cls: match }\n", 'the field "cls"', 1],
  ["with a class that is no text", "t.v0:\n  class: 3\n", '"class" of "t.v0" is the number 3', 2],
  [
    "with args that are a list",
    "t.v0:\n  class: match\n  args: [a]\n",
    '"args" of "t.v0" is a list',
    3,
  ],
  ["with an id that is a number", "t.v0: { id: 3 }\n", 'the "id" of "t.v0" is the number 3', 1],
  [
    "with metrics that are a text",
    "t.v0:\n  class: match\n  metrics: f1\n",
    '"metrics" of "t.v0" is the string',
    3,
  ],
  [
    "with a metric that is a number",
    "t.v0:\n  class: match\n  metrics: [1]\n",
    "the number 1 among its texts",
    3,
  ],
])("an entry that is %s is refused with its place", async (...[, text, message, line]) => {
  const { registry, path } = openRegistry({ "evals/t.yaml": text });

  const error = await errorOf(() => registry.eval("t.v0"));

  expect(error.message).toContain(message);
  expect(error.where).toBe(`${path("evals/t.yaml")}:${line}`);
  expect(error.fix).toBeTruthy();
});

test("R30: a misspelt class is recognised", async () => {
  const { registry } = openRegistry({ "evals/t.yaml": "t.v0: { clas: match }\n" });

  const error = await errorOf(() => registry.eval("t.v0"));

  expect(error.fix).toBe('"class" is needed; is it spelled "clas"?');
});

test("a name that only a .yml file has is found there, and the suffix is said to be wrong", async () => {
  const { registry, path } = openRegistry({ "evals/t.yml": `t.v0:\n  ${MATCH}` });

  const error = await errorOf(() => registry.eval("t.v0"));

  expect(error.fix).toBe(
    `it is in ${path("evals/t.yml")}; only files that end in .yaml are read, so rename it`,
  );
});

test.each([
  ["my-set", '"my-set" is an eval set: oaieval set FN my-set'],
  ["my-fn", '"my-fn" is a completion function, which comes first: oaieval my-fn EVAL'],
  ["dummy", '"dummy" is a completion function, which comes first: oaieval dummy EVAL'],
  ["my-eval.ts:MyEval", 'for the file, write "./my-eval.ts:MyEval"'],
  ["nothing-like-it", "list the names there are with: oaieval list"],
])("asked for the eval %s, it says what that is", async (name, fix) => {
  const { registry } = openRegistry({
    "eval_sets/s.yaml": "my-set: { evals: [] }\n",
    "completion_fns/f.yaml": "my-fn: { class: builtin:echo }\n",
  });

  expect((await errorOf(() => registry.eval(name))).fix).toBe(fix);
});

test("where no model-graded spec has a near name, it says how these are listed", async () => {
  const { registry } = openRegistry({});

  const error = await errorOf(() => registry.modelgradedSpec("nothing-like-it"));

  expect(error.fix).toBe("list the names there are with: oaieval list modelgraded");
});

test("a name that is written with escapes is found", () => {
  const { registry } = openRegistry({ "evals/t.yaml": '"caf\\u00e9.v0": { class: match }\n' });

  expect(registry.eval("café.v0").key).toBe("café.v0");
});

test("names with blanks, slashes and quotes are names", () => {
  const { registry } = openRegistry({
    "evals/t.yaml": "'it''s a/b c.v0': { class: match }\n",
  });

  expect(registry.eval("it's a/b c.v0").line).toBe(1);
});

test("a folder below the kind, and other suffixes, are not read", () => {
  const { registry } = openRegistry({
    "evals/sub/t.yaml": `deep.v0:\n  ${MATCH}`,
    "evals/notes.txt": "a",
    "evals/t.yaml": `here.v0:\n  ${MATCH}`,
  });

  expect(registry.names("evals")).toContain("here.v0");
  expect(registry.names("evals")).not.toContain("deep.v0");
});
