import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder of its own for the running test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "oaieval-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A log file with these lines; text stands as it is. */
export function logFile(lines: readonly unknown[], { end = "\n" } = {}): string {
  const path = join(tempFolder(), "log.jsonl");
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  writeFileSync(path, texts.join("\n") + end);
  return path;
}
