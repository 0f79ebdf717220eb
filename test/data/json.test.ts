import fc from "fast-check";
import { expect, test } from "vitest";
import { allRows, dataFolder } from "./open.ts";

test("an array of rows is read, and a row is named by its index", async () => {
  const folder = dataFolder({ "a.json": '[{"n":0},\n  {"n":1, "text":"a, b]} \\" \\\\"}\n]\n' });

  const rows = await folder.open("a.json");

  expect(await allRows(rows)).toEqual([{ n: 0 }, { n: 1, text: 'a, b]} " \\' }]);
  expect(rows.where(1)).toBe(`${folder.path}/a.json[1]`);
});

test.each(["", " \n", "[]", "\uFEFF [ \n ] "])("%j has no rows", async (content) => {
  expect(await dataFolder({ "a.json": content }).rows("a.json")).toEqual([]);
});

test("JSON Lines in a .json file are read, as openai/evals does", async () => {
  const folder = dataFolder({ "a.json": '{"n":0}\n\n{"n":1}\n{"n":2}' });

  expect(await folder.rows("a.json")).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
});

test.each(['{"data":[{"n":0}]}', '{\n  "data": [\n    {"n":0}\n  ]\n}\n', "42"])(
  "a single value is refused: %j",
  async (content) => {
    const folder = dataFolder({ "a.json": content });

    await expect(folder.open("a.json")).rejects.toMatchObject({
      name: "DataError",
      message: `"${folder.path}/a.json" holds one value, not an array of rows`,
      where: `${folder.path}/a.json:1`,
      fix: "write the rows as [ {…}, {…} ], or one on each line of a .jsonl file",
    });
  },
);

test.each([
  ['[{"n":0},\n {"n":NaN}]', "the row is not JSON: JSON has no NaN", "2:7"],
  ['[{"n":0}, {"é": x}]', 'the row is not JSON: expected a value, found "x"', "1:17"],
  ['[{"n":0},\n {"n":1}}]', 'the row is not JSON: expected the end of the row, found "}"', "2:9"],
  ['[{"n":0]]', 'the row is not JSON: expected "," or "}", found "]"', "1:8"],
])("a fault in an element is named by line and column: %j", async (content, message, place) => {
  const folder = dataFolder({ "a.json": content });

  await expect(folder.open("a.json")).rejects.toMatchObject({
    message: expect.stringContaining(message),
    where: expect.stringContaining(`${folder.path}/a.json:${place}`),
  });
});

test.each([
  ['[{"n":0},]', "a comma has no row beside it", "1:10"],
  ['[{"n":0},,{"n":1}]', "a comma has no row beside it", "1:10"],
  ['[{"n":0}\n', "the file ends inside the array", "1:2"],
  ['[{"n":0},\n{"n":"', "the file ends inside the array", "1:10"],
  ['[{"n":0}}', "the file ends inside the array", "1:2"],
  ['[{"n":0}]\n[1]', "something follows the end of the array", "1:10"],
])("an array such as %j is refused", async (content, problem, place) => {
  const folder = dataFolder({ "a.json": content });

  await expect(folder.open("a.json")).rejects.toMatchObject({
    message: `"${folder.path}/a.json" is no JSON array of rows: ${problem}`,
    where: `${folder.path}/a.json:${place}`,
  });
});

test("whatever JSON.stringify writes is read back, indented or not", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.json().map((text) => JSON.parse(text))),
      fc.nat(3),
      async (rows, indent) => {
        const content = JSON.stringify(rows, null, indent);

        expect(await dataFolder({ "a.json": content }).rows("a.json")).toEqual(rows);
      },
    ),
    { numRuns: 60 },
  );
});

test("a large array on one line survives the borders of the pieces that it is read in", async () => {
  const expected = Array.from({ length: 20_000 }, (_, n) => ({ n, text: 'é\\"'.repeat(n % 50) }));

  expect(await dataFolder({ "a.json": JSON.stringify(expected) }).rows("a.json")).toEqual(expected);
});
