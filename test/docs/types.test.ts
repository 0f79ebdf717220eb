import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { tempRegistry } from "../helpers/temp-registry.ts";
import { blocksOf, PAGES, PROJECT } from "./pages.ts";

test("the TypeScript of the pages compiles under strict settings", () => {
  const folder = tempRegistry({
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify(CONFIG),
  });
  symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
  for (const page of PAGES) {
    for (const { marks, text } of blocksOf(page)) {
      const file = marks.get("file") ?? "";
      if (!file.endsWith(".ts")) continue;
      const path = join(folder, page.replace(/\.md$/, ""), file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
  const tsc = join(PROJECT, "node_modules", ".bin", "tsc");
  const { stdout } = spawnSync(tsc, ["-p", "."], { cwd: folder, encoding: "utf8" });
  expect(errorsOf(stdout)).toEqual([]);
}, 120_000);

const CONFIG = {
  compilerOptions: {
    target: "es2023",
    lib: ["es2023"],
    module: "nodenext",
    types: ["node"],
    paths: { oaieval: [join(PROJECT, "src", "index.ts")] },
    strict: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitOverride: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
};

/** Errors of the pages; the library has checks of its own. */
function errorsOf(output: string): string[] {
  return output.split("\n").filter((line) => /^(README|CONTRIBUTING|docs)/.test(line));
}
