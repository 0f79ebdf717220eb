import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import glob from "fast-glob";
import { expect, test } from "vitest";

const LAYERS = "core jinja data record metrics completion flow templates registry run cli".split(
  " ",
);
const SRC = fileURLToPath(new URL("../src", import.meta.url));

test("a folder imports itself and the layers to its left, and nothing else", () => {
  const violations = glob.sync("*/**/*.ts", { cwd: SRC }).flatMap((file) => {
    const own = LAYERS.indexOf(file.split("/")[0] ?? "");
    const imported = importsOf(join(SRC, file)).map((path) => relative(SRC, path));
    return imported
      .filter((path) => path.includes("/") && LAYERS.indexOf(path.split("/")[0] ?? "") > own)
      .map((path) => `${file} imports ${path}`);
  });

  expect(violations).toEqual([]);
});

test("nothing below them imports index.ts or testing.ts", () => {
  const importers = glob
    .sync("*/**/*.ts", { cwd: SRC })
    .filter((file) =>
      importsOf(join(SRC, file)).some((path) => /^(index|testing)\.ts$/.test(relative(SRC, path))),
    );

  expect(importers).toEqual([]);
});

/** Static imports; `import()` is a lazy border that may look to the right. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const specifiers = text.matchAll(/^(?:import|export)[^;]*?from "(\.[^"]+)";$/gms);
  return [...specifiers].map(([, specifier = ""]) => join(dirname(file), specifier));
}
