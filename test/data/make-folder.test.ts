import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../src/data/make-folder.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

test("a folder is made with those that it lies in", () => {
  const path = join(tempRegistry({}), "a", "b", "c");

  makeFolder(path, { mode: 0o700 });

  expect(statSync(path).isDirectory()).toBe(true);
  expect([path, join(path, "..")].map((each) => statSync(each).mode & 0o777)).toEqual(
    process.platform === "win32" ? [0o666, 0o666] : [0o700, 0o700],
  );
});

test("one that is there stays as it is, behind a link as well", () => {
  const root = tempRegistry({ "there/a.txt": "a" });
  symlinkSync(join(root, "there"), join(root, "link"), "junction");

  makeFolder(join(root, "there"));
  makeFolder(join(root, "link"));
  makeFolder(join(root, "link", "more"));

  expect(existsSync(join(root, "there", "a.txt"))).toBe(true);
  expect(existsSync(join(root, "there", "more"))).toBe(true);
});

test.each([
  ["is a file", ["file"]],
  ["lies below a file", ["file", "folder"]],
  ["lies deep below a file", ["file", "folder", "more"]],
])("one that %s is refused", (_, parts) => {
  const root = tempRegistry({});
  mkdirSync(join(root, "there"));
  writeFileSync(join(root, "file"), "");

  expect(() => makeFolder(join(root, ...parts))).toThrow(/E(EXIST|NOTDIR|NOENT)/);
});

test.runIf(process.platform === "linux")("a file system that takes none is no endless loop", () => {
  expect(() => makeFolder("/proc/oaieval/logs")).toThrow("ENOENT");
});
