import { expect, test } from "vitest";
import { kindsOf } from "../../src/registry/kinds.ts";
import { errorOf, openRegistry } from "./open.ts";

test("rows have class, target, description and place; those of broken aliases too", () => {
  const { registry, path, warnings } = openRegistry({
    "evals/zz.yaml": `zz-a: { id: zz-a.v0, description: "Two\\n lines" }
zz-a.v0: { class: match, odd: 1 }
zz-b: zz-a
zz-lost: { id: zz-gone.v0 }
zz-round: { id: zz-round }
zz-py.v0: { class_path: "x.y:Z", description: Foreign }
zz-stray: 3
`,
  });
  const file = path("evals/zz.yaml");

  expect(registry.listEntries(["evals"], "zz-*")).toEqual([
    { name: "zz-a", class: "match", alias_of: "zz-a.v0", description: "Two lines", file, line: 1 },
    { name: "zz-a.v0", class: "match", alias_of: null, description: null, file, line: 2 },
    { name: "zz-b", class: "match", alias_of: "zz-a", description: null, file, line: 3 },
    { name: "zz-lost", class: null, alias_of: "zz-gone.v0", description: null, file, line: 4 },
    { name: "zz-round", class: null, alias_of: "zz-round", description: null, file, line: 5 },
    { name: "zz-py.v0", class: "x.y:Z", alias_of: null, description: "Foreign", file, line: 6 },
    { name: "zz-stray", class: null, alias_of: null, description: null, file, line: 7 },
  ]);
  expect(warnings).toEqual([]);
});

test("solvers are listed among completion functions, and win a shared name", () => {
  const { registry } = openRegistry({
    "completion_fns/f.yaml": "zz-x: { class: builtin:echo }\nzz-y: { class: builtin:echo }\n",
    "solvers/s.yaml": "zz-x: { class: builtin:dummy }\n",
  });

  const rows = registry.listEntries(kindsOf("completion-fns"), "zz-*");

  expect(rows.map((row) => [row.name, row.class])).toEqual([
    ["zz-x", "builtin:dummy"],
    ["zz-y", "builtin:echo"],
  ]);
});

test.each([
  ["evals", ["evals"]],
  ["sets", ["eval_sets"]],
  ["eval_sets", ["eval_sets"]],
  ["completion-fns", ["completion_fns", "solvers"]],
  ["completion_fns", ["completion_fns", "solvers"]],
  ["solvers", ["solvers"]],
  ["modelgraded", ["modelgraded"]],
])("%s means %j", (word, kinds) => {
  expect(kindsOf(word)).toEqual(kinds);
});

test("an unknown kind is an error with a near word", async () => {
  expect((await errorOf(() => kindsOf("evlas"))).fix).toBe('did you mean "evals"?');
});
