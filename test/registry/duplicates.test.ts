import { expect, test } from "vitest";
import { errorOf, openRegistry } from "./open.ts";

test("R32: of one name twice in a file the last counts, and both lines are named", () => {
  const { registry, warnings, path } = openRegistry({
    "evals/t.yaml": "t.v0: { class: match }\nu.v0: { class: match }\nt.v0: { class: includes }\n",
  });

  expect(registry.eval("t.v0").cls).toBe("includes");
  expect(warnings).toEqual([
    `${path("evals/t.yaml")}:3: "t.v0" is there twice; this one counts, not line 1`,
  ]);
});

test("R32: one name in two files of a root is an error that names both", async () => {
  const { registry, path } = openRegistry({
    "evals/a.yaml": "\nt.v0: { class: match }\n",
    "evals/b.yaml": "t.v0: { class: includes }\n",
  });

  const error = await errorOf(() => registry.eval("t.v0"));

  expect(error.message).toBe('two files of one registry define the eval "t.v0"');
  expect(error.where).toBe(`${path("evals/a.yaml")}:2 and ${path("evals/b.yaml")}:1`);
});

test("of one name in two roots the later root counts, and both are named", () => {
  const first = openRegistry({ "evals/t.yaml": "t.v0: { class: match }\n" });
  const second = openRegistry({ "evals/t.yaml": "t.v0: { class: includes }\n" });
  const { registry, warnings } = openRegistry({}, { paths: [first.root, second.root] });

  expect(registry.eval("t.v0").cls).toBe("includes");
  expect(warnings).toEqual([
    `"t.v0" of ${second.path("evals/t.yaml")}:1 is used, not that of ${first.path("evals/t.yaml")}:1`,
  ]);
});

test("a registry's own extract_countries works beside the bundled one", () => {
  const { registry, path, warnings } = openRegistry({
    "evals/mine.yaml":
      "extract_countries: { id: extract_countries.own.v1 }\nextract_countries.own.v1: { class: match }\n",
  });

  expect(registry.eval("extract_countries").file).toBe(path("evals/mine.yaml"));
  expect(warnings).toHaveLength(1);
});

test("R32: a key twice in an entry is a warning with both lines, and the last counts", () => {
  const { registry, warnings, path } = openRegistry({
    "evals/t.yaml": "t.v0:\n  class: match\n  args:\n    samples_jsonl: a\n    samples_jsonl: b\n",
  });

  expect(registry.eval("t.v0").args).toEqual({ samples_jsonl: "b" });
  expect(warnings).toEqual([
    `${path("evals/t.yaml")}:5: "samples_jsonl" is there twice; this one counts, not line 4`,
  ]);
});

test("two merges in one mapping are no mistake", () => {
  const { registry, warnings } = openRegistry({
    "evals/t.yaml": "t.v0:\n  class: match\n  args: { <<: { a: 1 }, <<: { b: 2 } }\n",
  });

  expect(registry.eval("t.v0").args).toEqual({ a: 1, b: 2 });
  expect(warnings).toEqual([]);
});

test("entries that are not used are not warned about", () => {
  const { registry, warnings } = openRegistry({
    "evals/t.yaml":
      "t.v0: { class: match }\nu.v0: { class: match, args: { x: 1, x: 2 }, odd: 1 }\n",
  });

  registry.eval("t.v0");

  expect(warnings).toEqual([]);
});

test.each([
  [
    "metric",
    "metrics: [a], metric: [a]",
    'the field "metric" of "t.v0" is not read; did you mean "metrics"?',
  ],
  ["higher_is_better", "higher_is_better: false", undefined],
  ["owner", "owner: me", 'the field "owner" of "t.v0" is not read; known are class, args'],
])("an unknown field such as %s is a warning", (_, fields, warning) => {
  const { registry, warnings } = openRegistry({
    "evals/t.yaml": `t.v0: { class: match, ${fields} }\n`,
  });

  registry.eval("t.v0");

  expect(warnings).toEqual(warning ? [expect.stringContaining(warning)] : []);
});

test("R30: a stray name beside the entry that runs is a warning with its line", () => {
  const { registry, warnings, path } = openRegistry({
    "evals/t.yaml": "t.v0:\n  class: match\njunk: 1\n",
  });

  registry.eval("t.v0");

  expect(warnings).toEqual([
    `${path("evals/t.yaml")}:3: "junk" is no entry and is left out; is it indented too little?`,
  ]);
});

test("unquoted args that openai/evals reads otherwise are named with both readings", () => {
  const { registry, warnings, path } = openRegistry({
    "evals/t.yaml": `t.v0:
  class: match
  description: yes
  args:
    a: yes
    b: "yes"
    nested: [{ c: 010 }]
    d: 2001-01-01
    e: y
`,
  });

  expect(registry.eval("t.v0").args).toEqual({
    a: "yes",
    b: "yes",
    nested: [{ c: 10 }],
    d: "2001-01-01",
    e: "y",
  });
  expect(warnings).toEqual([
    `${path("evals/t.yaml")}:5: yes is the text yes; openai/evals reads it as true: quote it`,
    `${path("evals/t.yaml")}:7: 010 is the number 10; openai/evals reads it as the number 8: quote it`,
    `${path("evals/t.yaml")}:8: 2001-01-01 is the text 2001-01-01; openai/evals reads it as a date: quote it`,
  ]);
});
