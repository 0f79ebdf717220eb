import { expect, test } from "vitest";
import { errorOf, openRegistry } from "./open.ts";

const GOOD = "t-match: { id: t.v0 }\nt.v0: { class: match }\n";
const BROKEN = "other:\n  prompt: *x\n";

test("R28: a broken file does not stop an eval of another file", () => {
  const { registry, warnings } = openRegistry({ "evals/bad.yaml": BROKEN, "evals/t.yaml": GOOD });

  expect(registry.eval("t-match").key).toBe("t.v0");
  expect(warnings).toEqual([]);
});

test("R28: broken files of all kinds are listed with line and column", () => {
  const { registry, path } = openRegistry({ "modelgraded/bad.yaml": BROKEN, "evals/t.yaml": GOOD });

  expect(registry.brokenFiles()).toEqual([
    `${path("modelgraded/bad.yaml")}:2:11: "*x" is an alias without an anchor; quote a text that begins with "*"`,
  ]);
});

test("a root with many files is left out where it would take too long", () => {
  const { registry } = openRegistry({ "evals/a.yaml": BROKEN, "evals/b.yaml": GOOD });

  expect(registry.brokenFiles({ maxFiles: 1 })).toEqual([]);
  expect(registry.brokenFiles({ maxFiles: 100 })).toHaveLength(1);
});

test("R28: what stands in the broken file fails with its line and column", async () => {
  const { registry, path } = openRegistry({
    "evals/bad.yaml": `${BROKEN}t.v0: { class: match }\n`,
  });

  const error = await errorOf(() => registry.eval("t.v0"));

  expect(error.message).toBe('"t.v0" is in a file that cannot be read');
  expect(error.where).toContain(`${path("evals/bad.yaml")}:2:11: `);
});

test("a broken file that mentions a name is warned about when the name is found elsewhere", () => {
  const { registry, warnings } = openRegistry({
    "evals/bad.yaml": `like-t.v0: *x\n`,
    "evals/t.yaml": GOOD,
  });

  expect(registry.eval("t.v0").key).toBe("t.v0");
  expect(warnings).toEqual([expect.stringContaining("evals/bad.yaml:1:12: ")]);
});

test("a name that is nowhere may be in a broken file, which is said", async () => {
  const { registry, warnings } = openRegistry({ "evals/bad.yaml": BROKEN, "evals/t.yaml": GOOD });

  await errorOf(() => registry.eval("nowhere.v0"));

  expect(warnings).toEqual([expect.stringContaining("evals/bad.yaml:2:11: ")]);
});

test("a broken file does not turn its completion function into a model's name", async () => {
  const { registry } = openRegistry({ "completion_fns/f.yaml": "my-fn:\n  args: *x\n" });

  const error = await errorOf(() => registry.completionFn("my-fn"));

  expect(error.message).toContain("cannot be read");
});

test("R43: Japanese text is read as UTF-8", async () => {
  const { registry } = openRegistry({
    "modelgraded/j.yaml": "humor_jp: { prompt: 面白いですか, choice_strings: '12345' }\n",
  });

  expect((await registry.modelgradedSpec("humor_jp")).fields["prompt"]).toBe("面白いですか");
});

test.each([
  ["UTF-16", Buffer.from("\uFEFFt.v0: { class: match }\n", "utf16le"), "UTF-16"],
  ["UTF-16 without a mark", Buffer.from("t.v0: { class: match }\n", "utf16le"), "UTF-16"],
  ["Latin-1", Buffer.from("t.v0: { class: match } # é\n", "latin1"), "not UTF-8"],
])("R43: a file in %s is refused, not misread", async (_, bytes, reason) => {
  const { registry } = openRegistry({ "evals/t.yaml": bytes });

  const error = await errorOf(() => registry.eval("t.v0"));

  expect(error.where).toContain(reason);
  expect(error.where).toContain("evals/t.yaml");
});

test("an empty file, a comment and a list are no registry and no fault", () => {
  const { registry } = openRegistry({
    "evals/a.yaml": "",
    "evals/b.yaml": "# nothing\n",
    "evals/c.yaml": "- a\n",
    "evals/t.yaml": GOOD,
  });

  expect(registry.brokenFiles()).toEqual([]);
  expect(registry.eval("t-match").key).toBe("t.v0");
});
