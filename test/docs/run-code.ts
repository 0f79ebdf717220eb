import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createJiti } from "jiti";
import * as library from "oaieval";
import { expect } from "vitest";
import { PROJECT } from "./pages.ts";
import type { Played } from "./play-page.ts";

/** Runs a script of a page by Node, with this library under its name. */
export function runScript(args: readonly string[], cwd: string): Played {
  const isCode = args[0] === "-e";
  const jiti = join(PROJECT, "node_modules", "jiti", "lib", "jiti-cli.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, isCode ? args : [jiti, ...args], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, JITI_ALIAS: JSON.stringify({ oaieval: `${PROJECT}/src/index.ts` }) },
  });
  return { exitCode: status ?? 1, output: stderr + stdout };
}

/** Runs the test files of a folder as Vitest would, but within the test that runs already. */
export async function runTests(folder: string): Promise<Played> {
  const tests: (() => unknown)[] = [];
  const vitest = { expect, test: (_title: string, run: () => unknown) => tests.push(run) };
  const jiti = createJiti(join(folder, "index.js"), {
    interopDefault: false,
    virtualModules: { oaieval: library, vitest },
  });
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".test.ts"))) {
    await jiti.import(join(folder, name));
  }
  for (const run of tests) await run();
  return { exitCode: tests.length > 0 ? 0 : 1, output: `${tests.length} passed` };
}
