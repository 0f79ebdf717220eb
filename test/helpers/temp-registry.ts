import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Files by their path below a folder. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/**
 * Writes files into a folder of their own, which is removed after the test.
 *
 * @returns the folder's path
 * @example
 * const root = tempRegistry({ "evals/t.yaml": "t: { id: t.dev.v0 }\n" });
 */
export function tempRegistry(files: Files): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "oaieval-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
