import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { xxHash32 } from "../../src/data/xxhash32.ts";
import { allRows, dataFolder, FIXTURES, sums } from "./open.ts";

const fixture = (name: string) => readFileSync(join(FIXTURES, name));

const SOUND = [
  "sums.jsonl.gz",
  "sums-two-members.jsonl.gz",
  "sums.jsonl.zst",
  "sums-two-frames.jsonl.zst",
  "sums.jsonl.lz4",
  "sums-linked.jsonl.lz4",
  "sums-block-checksums.jsonl.lz4",
  "sums-no-checksum.jsonl.lz4",
  "sums-two-frames.jsonl.lz4",
];

test.each(SOUND)("%s is read whole", async (name) => {
  const folder = dataFolder({ [name]: fixture(name) });

  const rows = await folder.open(name);

  expect(await allRows(rows)).toEqual(sums(1600));
  expect(rows.where(1599)).toBe(`${folder.path}/${name}:1600`);
});

test("a block that LZ4 stored as it is is read", async () => {
  const [row] = await dataFolder({ "a.jsonl.lz4": fixture("stored.jsonl.lz4") }).rows(
    "a.jsonl.lz4",
  );

  expect(row).toMatchObject({ ideal: "stored", input: expect.stringMatching(/^[ -~]{500}$/) });
});

test("the log has the checksum of the packed file", async () => {
  const folder = dataFolder({ "a.jsonl.gz": fixture("sums.jsonl.gz") });

  const { files } = await folder.open("a.jsonl.gz");

  expect(files).toEqual([
    {
      path: `${folder.path}/a.jsonl.gz`,
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
      rows: 1600,
    },
  ]);
});

test("rows of a packed file keep their lines, blank ones counted", async () => {
  const folder = dataFolder({ "a.jsonl.gz": gzipSync('{"n":0}\n\n{"n":1}\n{"n":}\n') });

  const rows = await folder.open("a.jsonl.gz");

  expect(rows.where(1)).toBe(`${folder.path}/a.jsonl.gz:3`);
  await expect(rows.read(2)).rejects.toMatchObject({ where: `${folder.path}/a.jsonl.gz:4:6` });
});

test("every format may be packed", async () => {
  const folder = dataFolder({
    "a.csv.gz": gzipSync("n\n0\n"),
    "a.json.gz": gzipSync('[{"n":0}]'),
    "a.gz": gzipSync('{"n":0}'),
  });

  expect(await folder.rows("a.csv.gz")).toEqual([{ n: "0" }]);
  expect(await folder.rows("a.json.gz")).toEqual([{ n: 0 }]);
  expect(await folder.rows("a.gz")).toEqual([{ n: 0 }]);
});

const NAMES = { gz: "gzip", zst: "Zstandard", lz4: "LZ4" };
const FORMATS = Object.entries(NAMES);

test.each(FORMATS)("an empty .%s file is cut off, not empty", async (suffix, format) => {
  const name = `a.jsonl.${suffix}`;
  const folder = dataFolder({ [name]: "" });

  await expect(folder.open(name)).rejects.toMatchObject({
    name: "DataError",
    message: expect.stringContaining(`"${folder.path}/${name}" cannot be read as ${format}: `),
    where: `${folder.path}/${name}`,
  });
});

test.each(FORMATS)("a .%s file that is something else is refused", async (suffix, format) => {
  const name = `a.jsonl.${suffix}`;
  const folder = dataFolder({ [name]: '{"input":"this is plain JSON Lines"}\n'.repeat(100) });

  await expect(folder.open(name)).rejects.toThrow(`cannot be read as ${format}`);
});

test.each(SOUND)("%s cut off anywhere is an error, never fewer rows in silence", async (name) => {
  const bytes = fixture(name);
  const whole = [bytes.length, ...frameEnds(name)];
  const cuts = fc.nat(bytes.length - 1).filter((cut) => !whole.includes(cut));

  await fc.assert(
    fc.asyncProperty(cuts, async (cut) => {
      const folder = dataFolder({ [name]: bytes.subarray(0, cut) });

      await expect(folder.open(name)).rejects.toThrow("cannot be read as");
    }),
    { numRuns: 40 },
  );
});

/** Where a file may be cut without a trace: between its parts. */
function frameEnds(name: string): number[] {
  const bytes = fixture(name);
  if (name.includes("members")) return [bytes.lastIndexOf(Buffer.from([0x1f, 0x8b, 0x08]))];
  const skipped = bytes.indexOf(Buffer.from([0x53, 0x2a, 0x4d, 0x18]));
  return skipped === -1 ? [] : [skipped, skipped + 13];
}

test.each(SOUND.filter((name) => !/no-checksum|two-frames.*zst/.test(name)))(
  "%s with a wrong bit is an error, never other rows",
  async (name) => {
    const bytes = fixture(name);
    const bits = fc.tuple(fc.nat(bytes.length - 1), fc.nat(7));

    await fc.assert(
      fc.asyncProperty(bits, async ([at, bit]) => {
        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
        const folder = dataFolder({ [name]: damaged });

        const outcome = await folder.rows(name).catch((error) => error);

        if (outcome instanceof Error) expect(outcome.name).toBe("DataError");
        else expect(outcome).toEqual(sums(1600));
      }),
      { numRuns: 40 },
    );
  },
);

test.each([
  ["the legacy format", fixture("sums-legacy.jsonl.lz4"), "the legacy format"],
  ["a dictionary", lz4Header(0x41, 0x40, [1, 0, 0, 0]), "packed with a dictionary"],
  ["an unknown version", lz4Header(0x80, 0x40), "the version of its frame is unknown"],
  ["a reserved flag", lz4Header(0x42, 0x40), "the header is damaged"],
  ["an impossible block size", lz4Header(0x40, 0x30), "the header is damaged"],
  ["a wrong header checksum", Buffer.from("04224d18644000", "hex"), "the checksum of the header"],
  ["a block that is too large", block(0x64, [0x01, 0x00, 0x01, 0x80]), "a block is larger"],
  ["a match before the data", block(0x40, [4, 0, 0, 0, 0x10, 0x61, 9, 0]), "a match points before"],
  ["a match at no distance", block(0x40, [4, 0, 0, 0, 0x10, 0x61, 0, 0]), "a match points before"],
  ["literals that are not there", block(0x40, [2, 0, 0, 0, 0x50, 0x61]), "a block ends too early"],
  ["a length without end", block(0x40, [3, 0, 0, 0, 0xf0, 0xff, 0xff]), "a block ends too early"],
])("LZ4 with %s is refused", async (_name, bytes, reason) => {
  await expect(dataFolder({ "a.lz4": bytes }).open("a.lz4")).rejects.toThrow(reason);
});

test("LZ4 that tells another size than it has is refused", async () => {
  const size = [5, 0, 0, 0, 0, 0, 0, 0];
  const bytes = Buffer.concat([
    lz4Header(0x68, 0x40, size),
    Buffer.from([4, 0, 0, 0x80, ...Buffer.from("1\n2\n"), 0, 0, 0, 0]),
  ]);

  await expect(dataFolder({ "a.lz4": bytes }).open("a.lz4")).rejects.toThrow(
    "it should hold 5 bytes and holds 4",
  );
});

/** Header of an LZ4 frame with a right checksum. */
function lz4Header(flags: number, sizes: number, rest: readonly number[] = []): Buffer {
  const fields = Buffer.from([flags, sizes, ...rest]);
  const checksum = (xxHash32(fields) >>> 8) & 0xff;
  return Buffer.concat([Buffer.from("04224d18", "hex"), fields, Buffer.from([checksum])]);
}

function block(flags: number, bytes: readonly number[]): Buffer {
  return Buffer.concat([lz4Header(flags, 0x40), Buffer.from([...bytes, 0, 0, 0, 0, 0, 0, 0, 0])]);
}
