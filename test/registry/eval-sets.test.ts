import { expect, test } from "vitest";
import { errorOf, openRegistry } from "./open.ts";

const EVALS = `
hello: { id: hello.dev.v0, metrics: [f1] }
hello.dev.v0: { class: match }
hello2: { id: hello2.dev.v0 }
hello2.dev.v0: { class: match }
he+llo.dev.v0: { class: match }
other: { id: other.dev.v0 }
other.dev.v0: { class: match }
`;

test.each([
  ["hello", ["hello.dev.v0"]],
  ["hello*", ["hello.dev.v0", "hello2.dev.v0"]],
  ["hello.dev*", ["hello.dev.v0"]],
  ["hel*.v0", ["hello.dev.v0", "hello2.dev.v0"]],
  ["*llo*.v0", ["hello.dev.v0", "hello2.dev.v0", "he+llo.dev.v0"]],
  ["hel.o", []],
  ["hell?o", []],
  ["he+llo*", ["he+llo.dev.v0"]],
  ["hell[o]", []],
  ["hello|other", []],
])("W18: the pattern %s chooses by * alone", (pattern, keys) => {
  const { registry } = openRegistry({ "evals/t.yaml": EVALS });

  expect(registry.evals([pattern]).map(({ key }) => key)).toEqual(keys);
});

test("W14: evals come in the order of files and lines, not of the list, and once each", () => {
  const { registry } = openRegistry({
    "evals/b.yaml": EVALS,
    "evals/a.yaml": "z.v0: { class: match }\na.v0: { class: match }\n",
  });

  const keys = registry.evals(["other", "hello*", "hello.dev.v0", "?.v0", "a.v0", "z.v0"]);

  expect(keys.map(({ key }) => key)).toEqual([
    "z.v0",
    "a.v0",
    "hello.dev.v0",
    "hello2.dev.v0",
    "other.dev.v0",
  ]);
});

test("a set keeps what the aliases in it say", () => {
  const { registry, path } = openRegistry({
    "evals/t.yaml": EVALS,
    "eval_sets/s.yaml": "\ns:\n  evals:\n    - hello\n",
  });

  const set = registry.evalSet("s");

  expect(set).toMatchObject({ key: "s", file: path("eval_sets/s.yaml"), line: 2 });
  expect(set.evals).toMatchObject([{ key: "hello.dev.v0", metrics: ["f1"] }]);
});

test("a set may be an alias of another", () => {
  const { registry } = openRegistry({
    "evals/t.yaml": EVALS,
    "eval_sets/s.yaml": "s: { evals: [other] }\nalso: { id: s }\n",
  });

  expect(registry.evalSet("also").key).toBe("s");
});

test("a pattern that matches nothing is a warning with near names", () => {
  const { registry, warnings } = openRegistry({
    "evals/t.yaml": EVALS,
    "eval_sets/s.yaml": "s: { evals: [hello, othre] }\n",
  });

  expect(registry.evalSet("s").evals).toHaveLength(1);
  expect(warnings).toEqual([
    expect.stringMatching(/^"othre" matches no eval; did you mean "other"/),
  ]);
});

test("a set in which nothing is left is an error", async () => {
  const { registry, path } = openRegistry({ "eval_sets/s.yaml": "s: { evals: [nope-zzz] }\n" });

  const error = await errorOf(() => registry.evalSet("s"));

  expect(error.message).toBe('the eval set "s" has no eval in it');
  expect(error.where).toBe(`${path("eval_sets/s.yaml")}:1`);
});

test("W2: an unknown set is an error with near names", async () => {
  const { registry } = openRegistry({ "eval_sets/s.yaml": "basics: { evals: [] }\n" });

  const error = await errorOf(() => registry.evalSet("basisc"));

  expect(error.message).toBe('there is no eval set "basisc" in the registry');
  expect(error.fix).toBe('did you mean "basics"?');
});

test("W2: where no set has a near name, it says how sets are listed", async () => {
  const { registry } = openRegistry({});

  const error = await errorOf(() => registry.evalSet("nothing-like-it"));

  expect(error.fix).toBe("list the names there are with: oaieval list sets");
});

test("asked for a single eval as a set, it says how that is run", async () => {
  const { registry } = openRegistry({ "evals/t.yaml": EVALS });

  const error = await errorOf(() => registry.evalSet("hello"));

  expect(error.fix).toBe('"hello" is a single eval: oaieval FN hello');
});

test.each([
  ["a text", "s: { evals: hello }\n", '"evals" of "s" is the string "hello"'],
  ["missing", "s: { eval: [hello] }\n", 'neither "evals" nor "id"'],
  ["a list with a number", "s: { evals: [1] }\n", "the number 1 among its texts"],
])("evals that are %s are refused", async (_, text, message) => {
  const { registry } = openRegistry({ "eval_sets/s.yaml": text });

  expect((await errorOf(() => registry.evalSet("s"))).message).toContain(message);
});

test("evals to look at one by one come with the names that chose them, and broken ones stay", () => {
  const { registry } = openRegistry({
    "evals/t.yaml": `${EVALS}lost: { id: gone.v0 }\n`,
    "my-eval.ts": "",
  });

  expect(registry.chooseEvals(["lost", "hello*", "hello", "./my-eval.ts:Mine"])).toEqual([
    { name: "lost", chosenBy: ["lost"] },
    { name: "hello.dev.v0", chosenBy: ["hello", "hello.dev.v0"] },
    { name: "hello2.dev.v0", chosenBy: ["hello2", "hello2.dev.v0"] },
    { name: "./my-eval.ts:Mine", chosenBy: ["./my-eval.ts:Mine"] },
  ]);
});

test("a name to look at that is nowhere is an error", async () => {
  const { registry } = openRegistry({ "evals/t.yaml": EVALS });

  expect((await errorOf(() => registry.chooseEvals(["helo"]))).fix).toContain('"hello"');
});
