import { mkdirSync, rmSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { cacheFolder } from "../../src/data/cache-folder.ts";
import { openRegistry } from "./open.ts";

test.skipIf(process.platform === "win32")(
  "where the cache is another user's, one of one's own is made and said once",
  async () => {
    mkdirSync("/tmp/filecache", { recursive: true, mode: 0o700 });
    const uid = 2_000_000_000 + process.pid;
    const getuid = vi.spyOn(process, "getuid").mockReturnValue(uid);
    onTestFinished(() => {
      rmSync(`/tmp/filecache-${uid}`, { recursive: true, force: true });
      getuid.mockRestore();
    });
    const { registry, root, warnings } = openRegistry({ "a.csv": "n\n1\n", "a.jsonl": "{}\n" });

    await registry.openRows("a.jsonl", root);
    const before = [...warnings];
    await registry.openRows("a.csv", root);
    await registry.openRows("a.csv", root);

    expect(cacheFolder()).toBe(`/tmp/filecache-${uid}`);
    expect(before).toEqual([]);
    expect(warnings).toEqual([
      `"/tmp/filecache" is another user's: the cache is "/tmp/filecache-${uid}"`,
    ]);
  },
);
