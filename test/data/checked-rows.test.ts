import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { RowSource } from "../../src/core/row-source.ts";
import { checkedRows } from "../../src/data/checked-rows.ts";
import { allRows, dataFolder } from "./open.ts";

const Message = z.object({ role: z.string(), content: z.string() });
const Sample = z.looseObject({
  input: z.union([z.string(), z.array(Message)]),
  ideal: z.union([z.string(), z.array(z.string())]),
});
const FewShot = z.object({ sample: z.array(Message) });

/** Opens rows, one of these lines each, and checks them. */
async function check(lines: readonly unknown[], schema?: z.ZodType) {
  const folder = dataFolder({ "a.jsonl": lines.map((line) => JSON.stringify(line)).join("\n") });
  const path = `${folder.path}/a.jsonl`;
  const checking = checkedRows(await folder.open("a.jsonl"), schema);
  checking.catch(() => {});
  return { path, checking };
}

test("rows with numbers of their own are read and named by these", async () => {
  const rows: Record<number, unknown> = { 3: { n: 1 }, 7: { n: "x" } };
  const source: RowSource<unknown> = {
    count: 2,
    numbers: [3, 7],
    files: [],
    read: async (number) => rows[number],
    where: (number) => `line ${number}`,
    async *rows() {
      yield* [rows[3], rows[7]];
    },
  };

  await expect(checkedRows(source, z.object({ n: z.number() }))).rejects.toMatchObject({
    where: "line 7",
  });
});

test("right rows are handed on as the schema gives them", async () => {
  const schema = z.object({ n: z.number(), unit: z.string().default("kg") });
  const { path, checking } = await check([{ n: 1 }, { n: 2, unit: "m" }], schema);

  const rows = await checking;

  expect(rows.count).toBe(2);
  expect(await allRows(rows)).toEqual([
    { n: 1, unit: "kg" },
    { n: 2, unit: "m" },
  ]);
  expect(await rows.read(0)).toEqual({ n: 1, unit: "kg" });
  expect(rows.where(1)).toBe(`${path}:2`);
  expect(rows.files).toMatchObject([{ path, rows: 2 }]);
});

test("no rows are right rows", async () => {
  const { checking } = await check([], Sample);

  expect((await checking).count).toBe(0);
});

describe("the first wrong row ends it, with its line, field, what was expected and what was found", () => {
  test("R42: a field is missing", async () => {
    const { path, checking } = await check([{ sample: [] }, { input: [] }], FewShot);

    await expect(checking).rejects.toMatchObject({
      name: "DataError",
      message: '"sample" is missing: expected a list',
      where: `${path}:2`,
      fix: 'a right row: {"sample":[{"role":"…","content":"…"}]}',
    });
  });

  test.for([
    [
      { input: "x", ideal: 42 },
      '"ideal" is wrong: expected a string or a list, found the number 42',
    ],
    [{ input: "x", ideal: null }, '"ideal" is wrong: expected a string or a list, found null'],
    [{ input: "x", ideal: [42] }, '"ideal[0]" is wrong: expected a string, found the number 42'],
    [{ input: "x" }, '"ideal" is missing: expected a string or a list'],
    [{ input: {}, ideal: "x" }, '"input" is wrong: expected a string or a list, found an object'],
    [{ input: [{ role: "user" }], ideal: "x" }, '"input[0].content" is missing: expected a string'],
    [{ input: [true], ideal: "x" }, '"input[0]" is wrong: expected an object, found true'],
    [["x", "y"], "the row is wrong: expected an object, found a list"],
    ["x".repeat(99), `the row is wrong: expected an object, found the string "${"x".repeat(59)}…"`],
  ] as const)("R48: %j", async ([row, message]) => {
    const { path, checking } = await check([{ input: "x", ideal: "y" }, row], Sample);

    await expect(checking).rejects.toMatchObject({
      message,
      where: `${path}:2`,
      fix: 'a right row: {"input":"…","ideal":"…"}',
    });
  });

  test.each([
    [
      z.object({ a: z.enum(["x", "y"]) }),
      { a: "z" },
      '"a" is wrong: expected "x" or "y", found the string "z"',
    ],
    [z.strictObject({ a: z.string() }), { a: "x", b: 1 }, '"b" is not known'],
    [
      z.object({ a: z.string().refine(() => false, { error: "expected a city" }) }),
      { a: "x" },
      '"a" is wrong: expected a city, found the string "x"',
    ],
  ])("whatever the schema says", async (schema, row, message) => {
    const { checking } = await check([row], schema);

    await expect(checking).rejects.toMatchObject({ message });
  });
});

test.each([1, "x", null, [{}]])(
  "without a schema a row must be an object: %j is none",
  async (row) => {
    const { path, checking } = await check([{}, row]);

    await expect(checking).rejects.toMatchObject({
      message: expect.stringMatching(/^the row is wrong: expected an object, found /),
      where: `${path}:2`,
    });
  },
);

test("the next rows are looked at too, and their places told", async () => {
  const right = { input: "x", ideal: "y" };
  const { path, checking } = await check([right, {}, right, {}, {}, right], Sample);

  await expect(checking).rejects.toMatchObject({
    message: `"input" is missing: expected a string or a list; of the 4 rows after it 2 are wrong too: ${path}:4, ${path}:5`,
    where: `${path}:2`,
    fix: expect.stringContaining("a right row"),
  });
});

test("of many wrong rows the first five are told and the next thousand counted", async () => {
  const { path, checking } = await check(Array(3000).fill({}), Sample);
  const places = [2, 3, 4, 5, 6].map((line) => `${path}:${line}`).join(", ");

  await expect(checking).rejects.toMatchObject({
    message: expect.stringContaining(`; of the 1000 rows after it 1000 are wrong too: ${places} …`),
  });
});

test("R38: a line that is not JSON ends it before anything is asked", async () => {
  const folder = dataFolder({ "a.jsonl": '{"n":1}\n\n{"n":}\r\n{"n":3}\n{n:4}\n' });

  await expect(checkedRows(await folder.open("a.jsonl"), undefined)).rejects.toMatchObject({
    name: "DataError",
    message: `the row is not JSON: expected a value, found "}"; of the 2 rows after it 1 is wrong too: ${folder.path}/a.jsonl:5`,
    where: `${folder.path}/a.jsonl:3:6`,
  });
});

test("R46: the same id twice is no fault", async () => {
  const { checking } = await check([{ id: "1" }, { id: "1" }, {}]);

  expect(await allRows(await checking)).toEqual([{ id: "1" }, { id: "1" }, {}]);
});

test("progress is told now and then", async () => {
  const folder = dataFolder({ "a.jsonl": "{}\n".repeat(2500) });
  const told: number[] = [];

  await checkedRows(await folder.open("a.jsonl"), undefined, { onProgress: (n) => told.push(n) });

  expect(told).toEqual([1000, 2000]);
});

test("rows of a stream are checked as they come", async () => {
  const stream: RowSource<unknown> = {
    count: null,
    files: [],
    where: (index) => `stdin:${index + 1}`,
    read: async () => ({}),
    async *rows() {
      yield { n: 1 };
      yield { n: "2" };
    },
  };
  const rows = await checkedRows(stream, z.object({ n: z.number() }));
  const iterator = rows.rows()[Symbol.asyncIterator]();

  expect(await iterator.next()).toEqual({ done: false, value: { n: 1 } });
  await expect(iterator.next()).rejects.toMatchObject({ where: "stdin:2" });
});

test("no example is shown when none can be made that is right", async () => {
  const { checking } = await check([{ a: 1 }], z.object({ a: z.string().regex(/^\d{4}$/) }));

  await expect(checking).rejects.toMatchObject({
    fix: "change the row, or the class that reads it",
  });
});
