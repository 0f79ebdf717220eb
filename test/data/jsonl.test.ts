import { createHash } from "node:crypto";
import { appendFileSync, utimesSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allRows, dataFolder } from "./open.ts";

test("rows are counted, read in any order, and named by file and line", async () => {
  const folder = dataFolder({ "a.jsonl": '{"n":0}\n{"n":1}\n{"n":2}\n' });

  const rows = await folder.open("a.jsonl");

  expect(rows.count).toBe(3);
  expect(await rows.read(2)).toEqual({ n: 2 });
  expect(await rows.read(0)).toEqual({ n: 0 });
  expect(await allRows(rows)).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
  expect(rows.where(1)).toBe(`${folder.path}/a.jsonl:2`);
});

test("the file is listed with the checksum of its bytes and its number of rows", async () => {
  const content = '\uFEFF{"n":0}\n\n{"n":1}';
  const folder = dataFolder({ "a.jsonl": content });

  const { files } = await folder.open("a.jsonl");

  const sha256 = createHash("sha256").update(content).digest("hex");
  expect(files).toEqual([{ path: `${folder.path}/a.jsonl`, sha256, rows: 2 }]);
});

test("R38: blank lines, CRLF ends and a missing last line break are no rows and no errors", async () => {
  const folder = dataFolder({ "a.jsonl": '{"n":0}\r\n\r\n  \t\n{"n":1}\r\n\n{"n":2}' });

  const rows = await folder.open("a.jsonl");

  expect(await allRows(rows)).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
  expect([0, 1, 2].map((index) => rows.where(index).split(":").at(-1))).toEqual(["1", "4", "6"]);
});

test("W21: a byte order mark is skipped", async () => {
  const rows = await dataFolder({ "a.jsonl": '\uFEFF{"n":0}\n{"n":1}\n' }).open("a.jsonl");

  expect(await allRows(rows)).toEqual([{ n: 0 }, { n: 1 }]);
  expect(await rows.read(0)).toEqual({ n: 0 });
});

test.each([
  ["\\n", '{"n":0}\n{"n":1}'],
  ["\\r\\n", '{"n":0}\r\n{"n":1}\r\n'],
  ["a lone \\r", '{"n":0}\r{"n":1}\r'],
  ["a mix of all", '{"n":0}\r\r\n{"n":1}\n\r'],
])("lines end with %s", async (_name, content) => {
  const rows = await dataFolder({ "a.jsonl": content }).rows("a.jsonl");

  expect(rows).toEqual([{ n: 0 }, { n: 1 }]);
});

test("U+2028 and U+0085 are no line breaks", async () => {
  const text = "a\u2028b\u2029c\u0085d";
  const folder = dataFolder({ "a.jsonl": `${JSON.stringify({ text })}\n` });

  expect(await folder.rows("a.jsonl")).toEqual([{ text }]);
});

test.each(["a.txt", "a.log", "a", "a.JSONL", "a.ndjson"])(
  "%s is read as JSON Lines",
  async (name) => {
    expect(await dataFolder({ [name]: '{"n":0}\n' }).rows(name)).toEqual([{ n: 0 }]);
  },
);

test.each(["", "\n", "\uFEFF", " \r\n\r\n"])(
  "a file that holds only %j has no rows",
  async (content) => {
    const rows = await dataFolder({ "a.jsonl": content }).open("a.jsonl");

    expect(rows.count).toBe(0);
    expect(await allRows(rows)).toEqual([]);
  },
);

test("any JSON value may be a row until it is checked", async () => {
  const rows = await dataFolder({ "a.jsonl": '1\n"two"\nnull\n[4]\n' }).rows("a.jsonl");

  expect(rows).toEqual([1, "two", null, [4]]);
});

test("R72: text that looks like a template is handed on as it is", async () => {
  const row = { input: "<p>{{name}}</p> {# c {% raw {input}" };
  const folder = dataFolder({ "a.jsonl": JSON.stringify(row) });

  expect(await folder.rows("a.jsonl")).toEqual([row]);
});

test("R43: Japanese text is read as UTF-8 whatever the locale", async () => {
  const row = { input: "日本の首都は？", ideal: "東京" };

  expect(await dataFolder({ "a.jsonl": JSON.stringify(row) }).rows("a.jsonl")).toEqual([row]);
});

test("R46: rows that share an id stay apart: their ids come from their place", async () => {
  const folder = dataFolder({ "a.jsonl": '{"id":"1","n":0}\n{"id":"1","n":1}\n{"n":2}\n' });

  const rows = await folder.open("a.jsonl");

  expect(rows.count).toBe(3);
  expect(await rows.read(0)).toEqual({ id: "1", n: 0 });
  expect(await rows.read(1)).toEqual({ id: "1", n: 1 });
});

test("rows of all lengths survive the borders of the pieces that a file is read in", async () => {
  const lengths = [0, 1, 500_000, 1_048_560, 1_048_576, 3_000_000, 7, 0];
  const expected = lengths.map((length, n) => ({ n, text: "é".repeat(length) }));
  const content = expected.map((row) => JSON.stringify(row)).join("\r\n");
  const rows = await dataFolder({ "a.jsonl": content }).open("a.jsonl");

  expect(await allRows(rows)).toEqual(expected);
  expect(await rows.read(5)).toEqual(expected[5]);
  expect(rows.where(7)).toMatch(/:8$/);
});

test("ten thousand rows keep their order, places and content", async () => {
  const expected = Array.from({ length: 10_000 }, (_, n) => ({ n, text: "x".repeat(n % 300) }));
  const content = expected
    .map((row) => `${JSON.stringify(row)}\n${row.n % 7 ? "" : "\n"}`)
    .join("");
  const rows = await dataFolder({ "a.jsonl": content }).open("a.jsonl");

  expect(await allRows(rows)).toEqual(expected);
  expect(await rows.read(9_999)).toEqual(expected[9_999]);
  // 1429 of the rows 0 to 9998 are followed by a blank line.
  expect(rows.where(9_999)).toMatch(/:11429$/);
});

test("an integer too large for a number keeps its digits as text", async () => {
  const content =
    '{"a":12345678901234567890,"b":-9007199254740993,"c":9007199254740992,' +
    '"d":"12345678901234567890","e":[1,12345678901234567891],"f":1234567890123456.5,"g":1e20}';

  expect(await dataFolder({ "a.jsonl": content }).rows("a.jsonl")).toEqual([
    {
      a: "12345678901234567890",
      b: "-9007199254740993",
      c: 9007199254740992,
      d: "12345678901234567890",
      e: [1, "12345678901234567891"],
      f: 1234567890123456.5,
      g: 1e20,
    },
  ]);
});

test("long digits neither slow down a row that is cut off nor trouble a very long text", async () => {
  const long = { id: "1234567890123456", text: '\\"x'.repeat(2_000_000) };
  const folder = dataFolder({
    "a.jsonl": `{"id":1234567890123456,"text":"${"x".repeat(100_000)}\n${JSON.stringify(long)}\n`,
  });
  const rows = await folder.open("a.jsonl");

  await expect(rows.read(0)).rejects.toThrow("the text ends inside a string");
  expect(await rows.read(1)).toEqual(long);
});

test("a file that is changed while it is in use is refused", async () => {
  const folder = dataFolder({ "a.jsonl": '{"n":0}\n{"n":1}\n' });
  const path = `${folder.path}/a.jsonl`;
  const rows = await folder.open("a.jsonl");

  appendFileSync(path, '{"n":2}\n');

  const refusal = { message: `"${path}" was changed while it was being read`, where: path };
  await expect(rows.read(0)).rejects.toMatchObject(refusal);
  await expect(allRows(rows)).rejects.toMatchObject(refusal);
});

test("a change that keeps the size is noticed as well", async () => {
  const folder = dataFolder({ "a.jsonl": '{"n":0}\n' });
  const rows = await folder.open("a.jsonl");

  writeFileSync(`${folder.path}/a.jsonl`, '{"n":1}\n');
  utimesSync(`${folder.path}/a.jsonl`, 1, 1);

  await expect(rows.read(0)).rejects.toThrow("was changed");
});

test("there is no row beyond the last", async () => {
  const rows = await dataFolder({ "a.jsonl": "1\n2\n" }).open("a.jsonl");

  await expect(rows.read(2)).rejects.toThrow("there is no row 2, only 2");
});
