import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allRows, dataFolder, FIXTURES, sums } from "./open.ts";

const fixture = (name: string) => readFileSync(join(FIXTURES, name));

test.each(["none", "snappy", "gzip", "zstd", "lz4", "brotli"])(
  "Parquet packed by %s is read",
  async (codec) => {
    const folder = dataFolder({ "a.parquet": fixture(`sums-${codec}.parquet`) });

    const rows = await folder.open("a.parquet");

    expect(await allRows(rows)).toEqual(sums(300));
    expect(rows.where(299)).toBe(`${folder.path}/a.parquet row 300`);
  },
);

test("each type becomes the JSON that says the same", async () => {
  const rows = await dataFolder({ "a.parquet": fixture("types.parquet") }).rows("a.parquet");

  expect(rows).toHaveLength(5);
  expect(rows[0]).toEqual({
    input: [{ role: "user", content: "What is 0 + 0?" }],
    ideal: ["0"],
    number: 0,
    big: "9007199254740993",
    score: 0,
    ok: true,
    day: "2024-01-01",
    at: "2024-01-01T12:00:00.000Z",
    blob: "text",
    note: null,
    price: 1.1,
  });
  expect(rows[1]).toMatchObject({ score: 0.25, ok: false, blob: "//4=", note: "naïve 1 日本" });
  expect(rows[2]).toMatchObject({ score: null, day: "2024-01-03", price: 3.1 });
});

test("a table without rows has none", async () => {
  expect(await dataFolder({ "a.parquet": fixture("empty.parquet") }).rows("a.parquet")).toEqual([]);
});

test.each([
  ["empty", Buffer.alloc(0)],
  ["something else", Buffer.from('{"input":"x"}\n'.repeat(50))],
  ["cut off", fixture("sums-snappy.parquet").subarray(0, 3000)],
  ["damaged", Buffer.concat([Buffer.alloc(2000), fixture("sums-snappy.parquet").subarray(2000)])],
])("a Parquet file that is %s is refused", async (_name, bytes) => {
  const folder = dataFolder({ "a.parquet": bytes });

  await expect(folder.open("a.parquet")).rejects.toMatchObject({
    name: "DataError",
    message: expect.stringContaining(`"${folder.path}/a.parquet" cannot be read as Parquet: `),
    where: `${folder.path}/a.parquet`,
  });
});
