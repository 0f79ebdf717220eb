import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BUNDLED_ROOT, registryRoots } from "../../src/registry/roots.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";
import { errorOf } from "./open.ts";

const YAML = "t.v0: { class: match }\n";

test("the bundled registry comes first, then ~/.evals, then each path", () => {
  const folder = tempRegistry({
    "home/.evals/evals/a.yaml": YAML,
    "one/evals/a.yaml": YAML,
    "two/eval_sets/a.yaml": "s: { evals: [t.v0] }\n",
  });

  const roots = registryRoots({ cwd: folder, home: join(folder, "home"), paths: ["two", "./one"] });

  expect(roots).toEqual([
    BUNDLED_ROOT,
    join(folder, "home/.evals"),
    join(folder, "two"),
    join(folder, "one"),
  ]);
});

test.each([
  ["a folder with kinds", "reg/evals/a.yaml", "reg", "reg"],
  ["a folder with a kind in one file", "reg/evals.yaml", "reg", "reg"],
  ["a project with a registry", "app/registry/evals/a.yaml", "app", "app/registry"],
  ["a checkout of openai/evals", "up/evals/registry/evals/a.yaml", "up", "up/evals/registry"],
  ["a registry in the making", "new/data/x/samples.jsonl", "new", "new"],
  ["a registry of .yml files", "new/evals/a.yml", "new", "new"],
  [
    "a package",
    "node_modules/acme-evals/registry/evals/a.yaml",
    "acme-evals",
    "node_modules/acme-evals/registry",
  ],
  [
    "a scoped package",
    "node_modules/@acme/evals/registry/evals/a.yaml",
    "@acme/evals",
    "node_modules/@acme/evals/registry",
  ],
])("%s is found", (...[, file, path, root]) => {
  const folder = tempRegistry({ [file]: YAML });

  expect(registryRoots({ cwd: folder, home: folder, paths: [path] }).at(-1)).toBe(
    join(folder, root),
  );
});

test("the Python package of a checkout is not taken for its registry", () => {
  const folder = tempRegistry({
    "up/evals/__init__.py": "",
    "up/evals/registry/evals/a.yaml": YAML,
  });

  expect(registryRoots({ cwd: folder, home: folder, paths: ["up"] }).at(-1)).toBe(
    join(folder, "up/evals/registry"),
  );
});

test("a package is found from a folder below the one that has it", () => {
  const folder = tempRegistry({
    "node_modules/acme-evals/registry/evals/a.yaml": YAML,
    "deep/er/.keep": "",
  });

  const roots = registryRoots({
    cwd: join(folder, "deep/er"),
    home: folder,
    paths: ["acme-evals"],
  });

  expect(roots.at(-1)).toBe(join(folder, "node_modules/acme-evals/registry"));
});

test("a root that is given twice, or by another path, is read once", () => {
  const folder = tempRegistry({ "one/evals/a.yaml": YAML });
  symlinkSync(join(folder, "one"), join(folder, "link"));

  const roots = registryRoots({ cwd: folder, home: folder, paths: ["one", "one/", "link"] });

  expect(roots).toEqual([BUNDLED_ROOT, join(folder, "one")]);
});

test("a path without a registry is an error that lists what was tried", async () => {
  const folder = tempRegistry({ "docs/a.md": "" });

  const error = await errorOf(() => registryRoots({ cwd: folder, home: folder, paths: ["docs"] }));

  expect(error.message).toBe('there is no registry at "docs"');
  expect(error.where).toContain(join(folder, "docs"));
  expect(error.where).toContain(join(folder, "docs/registry"));
  expect(error.where).toContain(join(folder, "docs/evals/registry"));
  expect(error.where).toContain(join(folder, "node_modules/docs"));
});

test("a path that begins with a dot is no package", async () => {
  const folder = tempRegistry({ "node_modules/x/registry/evals/a.yaml": YAML });

  const error = await errorOf(() => registryRoots({ cwd: folder, home: folder, paths: ["./x"] }));

  expect(error.where).not.toContain("node_modules");
});
