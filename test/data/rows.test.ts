import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { dataFolder } from "./open.ts";

describe("a path", () => {
  test("starts at the working directory, and else at the data folders in their order", async () => {
    const folder = dataFolder({
      "a.jsonl": "0",
      "registry/data/a.jsonl": "1",
      "registry/data/b.jsonl": "2",
      "other/a.jsonl": "3",
      "other/b.jsonl": "4",
      "other/c.jsonl": "5",
    });
    const folders = [`${folder.path}/registry/data`, `${folder.path}/other`];

    expect(await folder.rows("a.jsonl", { folders })).toEqual([0]);
    expect(await folder.rows("b.jsonl", { folders })).toEqual([2]);
    expect(await folder.rows("c.jsonl", { folders })).toEqual([5]);
  });

  test("may be absolute, whatever the working directory", async () => {
    const folder = dataFolder({ "sub/a.jsonl": "1" });

    expect(await folder.rows(`${folder.path}/sub/a.jsonl`, { cwd: "/" })).toEqual([1]);
  });

  test.each(["a[1].jsonl", "{a}.jsonl", "a:b.jsonl", "rows.ts:rows", "a*.jsonl"])(
    "means the file of that very name, if it is there: %s",
    async (name) => {
      expect(await dataFolder({ [name]: "1" }).rows(name)).toEqual([1]);
    },
  );

  test("R39: a missing file is told with each path that was tried", async () => {
    const folder = dataFolder({});

    await expect(folder.open("coqa/samples.jsonl")).rejects.toMatchObject({
      name: "ConfigError",
      message: 'there is no data "coqa/samples.jsonl"',
      where: `${folder.path}/coqa/samples.jsonl, ${folder.path}/registry/data/coqa/samples.jsonl`,
      fix: "put it at one of these paths, or name another one",
    });
  });

  test.each([
    ["coqa/sample.jsonl", "coqa/samples.jsonl"],
    ["coqua/samples.jsonl", "coqa"],
  ])("R39: a near name is suggested for %s", async (wrong, right) => {
    const folder = dataFolder({ "registry/data/coqa/samples.jsonl": "1" });

    await expect(folder.open(wrong)).rejects.toMatchObject({
      fix: `did you mean "${folder.path}/registry/data/${right}"?`,
    });
  });

  test("that is empty is no path", async () => {
    await expect(dataFolder({ "a.jsonl": "1" }).open("")).rejects.toMatchObject({
      name: "ConfigError",
      message: "the path of the data is empty",
    });
  });
});

test("R39: a Git LFS pointer is told from broken JSON, with the command that fetches the data", async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 1\n`;
  const folder = dataFolder({ "a.jsonl": pointer, "a.jsonl.gz": pointer, "a.parquet": pointer });

  for (const name of ["a.jsonl", "a.jsonl.gz", "a.parquet"]) {
    await expect(folder.open(name)).rejects.toMatchObject({
      name: "DataError",
      message: `"${folder.path}/${name}" is a Git LFS pointer, not the data itself`,
      where: `${folder.path}/${name}`,
      fix: expect.stringContaining("git lfs pull"),
    });
  }
});

describe("a folder", () => {
  test("is all its data files one after the other, sorted by name, packed ones included", async () => {
    const folder = dataFolder({
      "data/b.jsonl": "3\n4\n",
      "data/a/z.jsonl.gz": gzipSync("2\n"),
      "data/a/b.json": "[1]",
      "data/c.csv": "n\n5\n",
      "data/README.md": "no data",
      "data/.hidden.jsonl": "no",
      "data/.git/x.jsonl": "no",
    });

    const rows = await folder.open("data");

    expect(rows.count).toBe(5);
    expect(await folder.rows("data")).toEqual([1, 2, 3, 4, { n: "5" }]);
    expect(await rows.read(3)).toBe(4);
    expect(await rows.read(4)).toEqual({ n: "5" });
    expect([0, 1, 2, 3, 4].map((index) => rows.where(index))).toEqual([
      `${folder.path}/data/a/b.json[0]`,
      `${folder.path}/data/a/z.jsonl.gz:1`,
      `${folder.path}/data/b.jsonl:1`,
      `${folder.path}/data/b.jsonl:2`,
      `${folder.path}/data/c.csv:2`,
    ]);
    expect(rows.files.map((file) => file.rows)).toEqual([1, 1, 2, 1]);
  });

  test("may have empty files among others", async () => {
    const folder = dataFolder({
      "data/a.jsonl": "",
      "data/b.jsonl": "1",
      "data/c.jsonl": "\n",
      "data/d.jsonl": "2",
    });
    const rows = await folder.open("data");

    expect(await rows.read(0)).toBe(1);
    expect(await rows.read(1)).toBe(2);
    await expect(rows.read(2)).rejects.toThrow(RangeError);
  });

  test("with a link that leads nowhere is refused rather than read in part", async () => {
    const folder = dataFolder({ "data/a.jsonl": "1" });
    symlinkSync("nowhere", join(folder.path, "data/b.jsonl"));

    await expect(folder.open("data")).rejects.toMatchObject({
      name: "DataError",
      message: `"${folder.path}/data/b.jsonl" cannot be read: it is not there, or a link that leads nowhere`,
    });
  });

  test("whose name ends like data is a folder all the same", async () => {
    expect(await dataFolder({ "data/a.jsonl/b.jsonl": "1" }).rows("data")).toEqual([1]);
  });

  test("without data is refused with what it could hold", async () => {
    const folder = dataFolder({ "data/README.md": "" });

    await expect(folder.open("data")).rejects.toMatchObject({
      name: "DataError",
      message: `the folder "${folder.path}/data" holds no data`,
      where: `${folder.path}/data`,
      fix: "its files end in .jsonl, .ndjson, .json, .csv, .tsv, .parquet (also with .gz, .zst, .lz4)",
    });
  });
});

describe("a glob", () => {
  test("is all files that match, sorted by path", async () => {
    const folder = dataFolder({
      "x/b.jsonl": "2",
      "x/a.jsonl": "1",
      "y/a.jsonl": "3",
      "y/a.txt": "",
    });

    expect(await folder.rows("x/*.jsonl")).toEqual([1, 2]);
    expect(await folder.rows("**/a.jsonl")).toEqual([1, 3]);
    expect(await folder.rows(`${folder.path}/{x,y}/[ab].jsonl`)).toEqual([1, 2, 3]);
  });

  test("is tried in the data folders when nothing matches in the working directory", async () => {
    expect(await dataFolder({ "registry/data/x/a.jsonl": "1" }).rows("x/*.jsonl")).toEqual([1]);
  });

  test("that matches nothing is refused with the folders that were searched", async () => {
    const folder = dataFolder({});

    await expect(folder.open("x/*.jsonl")).rejects.toMatchObject({
      name: "ConfigError",
      message: 'no file matches "x/*.jsonl"',
      where: `${folder.path}, ${folder.path}/registry/data`,
    });
  });
});

describe("what cannot be read", () => {
  test.each(["gs://bucket/a.jsonl", "az://c/d.jsonl", "S3://bucket/a.jsonl", "file:///a.jsonl"])(
    "W20: %s is refused for its scheme",
    async (reference) => {
      const scheme = reference.slice(0, reference.indexOf(":")).toLowerCase();

      await expect(dataFolder({}).open(reference)).rejects.toMatchObject({
        name: "ConfigError",
        message: `data cannot be read from ${scheme}://`,
        where: reference,
        fix: expect.stringContaining("name a path, an https:// address or hf://HOST?split=S"),
      });
    },
  );

  test("a link that leads to itself is refused", async () => {
    const folder = dataFolder({});
    symlinkSync("loop.jsonl", join(folder.path, "loop.jsonl"));

    await expect(folder.open("loop.jsonl")).rejects.toMatchObject({
      name: "DataError",
      message: expect.stringContaining("a symbolic link that leads to itself"),
      where: `${folder.path}/loop.jsonl`,
    });
  });

  test.skipIf(process.getuid?.() === 0)(
    "a file without the right to read it is refused",
    async () => {
      const folder = dataFolder({ "a.jsonl": "1" });
      chmodSync(join(folder.path, "a.jsonl"), 0);

      await expect(folder.open("a.jsonl")).rejects.toMatchObject({
        name: "DataError",
        message: `"${folder.path}/a.jsonl" cannot be read: permission denied`,
      });
    },
  );

  test.skipIf(process.platform === "win32")("a device or pipe is refused", async () => {
    await expect(dataFolder({}).open("/dev/null")).rejects.toMatchObject({
      name: "DataError",
      message: '"/dev/null" is neither a file nor a folder',
      fix: "write the rows to a file first: they are read more than once",
    });
  });

  test("a cache folder that cannot be made is refused", async () => {
    const folder = dataFolder({ "a.csv": "n\n1\n", cache: "a file" });

    await expect(folder.open("a.csv", { cacheDir: `${folder.path}/cache` })).rejects.toMatchObject({
      name: "ConfigError",
      message: expect.stringContaining(
        `the cache folder "${folder.path}/cache/rows" cannot be written`,
      ),
      where: `${folder.path}/cache/rows`,
    });
  });
});

describe("converted rows", () => {
  test("are kept under the content of their file, so a changed file is converted anew", async () => {
    const folder = dataFolder({ "a.csv": "n\n1\n", "b.csv": "n\n2\n" });

    expect(await folder.rows("a.csv")).toEqual([{ n: "1" }]);
    expect(await folder.rows("a.csv")).toEqual([{ n: "1" }]);
    expect(await folder.rows("b.csv")).toEqual([{ n: "2" }]);
  });

  test("of the same bytes differ by format", async () => {
    const bytes = "a\tb,c\n1\t2,3\n";
    const folder = dataFolder({ "a.csv": bytes, "a.tsv": bytes });

    expect(await folder.rows("a.csv")).toEqual([{ "a\tb": "1\t2", c: "3" }]);
    expect(await folder.rows("a.tsv")).toEqual([{ a: "1", "b,c": "2,3" }]);
  });

  test("are the same when several open them at once", async () => {
    const folder = dataFolder({ "a.csv": `n\n${"1\n".repeat(20_000)}` });

    const sources = await Promise.all(Array.from({ length: 8 }, () => folder.open("a.csv")));

    expect(sources.map(({ count }) => count)).toEqual(Array(8).fill(20_000));
    expect(await Promise.all(sources.map((rows) => rows.read(19_999)))).toEqual(
      Array(8).fill({ n: "1" }),
    );
  });
});

describe("hf://", () => {
  test.each([
    ["hf://hellaswag?split=validation", "hf/hellaswag/validation.jsonl"],
    ["hf://hendrycks_test?name=law&split=test", "hf/hendrycks_test/law/test.jsonl"],
    ["hf://allenai/openbookqa?name=main&split=test", "hf/allenai/openbookqa/main/test.csv.gz"],
  ])("%s is the local file %s", async (reference, path) => {
    const isCsv = path.endsWith(".csv.gz");
    const folder = dataFolder({
      [`registry/data/${path}`]: isCsv ? gzipSync("n\n1\n") : '{"n":"1"}',
    });

    expect(await folder.rows(reference)).toEqual([{ n: "1" }]);
  });

  test("takes the split of that very name", async () => {
    const folder = dataFolder({
      "registry/data/hf/x/test.old.jsonl": "0",
      "registry/data/hf/x/test.jsonl": "1",
      "registry/data/hf/x/test2.jsonl": "2",
    });

    expect(await folder.rows("hf://x?split=test")).toEqual([1]);
  });

  test("that is not there says where to put it", async () => {
    const folder = dataFolder({});
    mkdirSync(join(folder.path, "registry/data/hf/x"), { recursive: true });

    await expect(folder.open("hf://x?name=n&split=test")).rejects.toMatchObject({
      name: "ConfigError",
      message: expect.stringContaining('"hf://x?name=n&split=test" is not on this machine'),
      where: `${folder.path}/registry/data/hf/x/n`,
      fix: expect.stringContaining(
        `put its rows at ${folder.path}/registry/data/hf/x/n/test.jsonl`,
      ),
    });
  });

  test("without a split is refused", async () => {
    await expect(dataFolder({}).open("hf://x?name=n")).rejects.toMatchObject({
      name: "ConfigError",
      message: '"hf://x?name=n" names no split',
    });
  });
});
