import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isOwnFolder, isWritableFolder, userFolder } from "../../src/data/user-folder.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

const me = process.getuid?.();

test("a folder that is still to be made is everybody's", () => {
  const shared = join(tempRegistry({}), "filecache");

  expect(userFolder(shared, isOwnFolder)).toBe(shared);
  expect(userFolder(shared, isWritableFolder)).toBe(shared);
});

test("who made it uses it, a link of his own too", () => {
  const root = tempRegistry({ "disk/.keep": "" });
  const shared = join(root, "filecache");
  symlinkSync(join(root, "disk"), shared);

  expect(userFolder(shared, isOwnFolder)).toBe(shared);
  expect(userFolder(shared, isWritableFolder)).toBe(shared);
});

test.runIf(me !== undefined)("another user has one beside it", () => {
  const shared = join(tempRegistry({ "filecache/.keep": "" }), "filecache");
  const other = Number(me) + 1;

  expect(userFolder(shared, isOwnFolder, other)).toBe(`${shared}-${other}`);
});

test.runIf(me !== undefined && me !== 0)("so has who may not write into it", () => {
  const shared = join(tempRegistry({}), "evallogs");
  mkdirSync(shared);
  chmodSync(shared, 0o500);

  expect(userFolder(shared, isWritableFolder)).toBe(`${shared}-${me}`);
});
