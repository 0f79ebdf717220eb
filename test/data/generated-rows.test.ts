import { expect, test } from "vitest";
import { allRows, dataFolder } from "./open.ts";

const CODE = `
export const list = [{ n: 0 }, { n: 1 }];
export const set = new Set([{ n: 0 }, { n: 1 }]);
export const promise = Promise.resolve(list);
export const plain = () => list;
export const later = async () => list;
export function* rows() { for (let n = 0; n < 2; n++) yield { n }; }
export async function* slowRows() { for (let n = 0; n < 2; n++) yield { n }; }
export const none = [];
export const text = "rows";
export const number = () => 42;
export const nothing = () => null;
export function* failing() { yield 1; throw new Error("out of rows"); }
export const lost = [{ n: 1 }, { n: NaN }];
export const undefinedRow = [1, undefined];
export const big = [{ n: 10n }];
const circle = {}; circle.circle = circle;
export const circular = [circle];
export const long = function* () { for (let n = 0; n < 20000; n++) yield { n, text: "é\\n" }; };
`;

test.each(["list", "set", "promise", "plain", "later", "rows", "slowRows"])(
  "the export %s gives rows",
  async (name) => {
    const folder = dataFolder({ "rows.mjs": CODE });

    const rows = await folder.open(`./rows.mjs:${name}`);

    expect(rows.count).toBe(2);
    expect(await allRows(rows)).toEqual([{ n: 0 }, { n: 1 }]);
    expect(rows.where(1)).toBe(`./rows.mjs:${name} row 2`);
  },
);

test("code may give many rows or none", async () => {
  const folder = dataFolder({ "rows.mjs": CODE });

  const rows = await folder.open("rows.mjs:long");

  expect(rows.count).toBe(20_000);
  expect(await rows.read(19_999)).toEqual({ n: 19_999, text: "é\n" });
  expect(await folder.rows("rows.mjs:none")).toEqual([]);
});

test("the same rows have the same checksum in the log", async () => {
  const folder = dataFolder({ "rows.mjs": CODE });

  const [list] = (await folder.open("rows.mjs:list")).files;
  const [generated] = (await folder.open("rows.mjs:rows")).files;

  expect(list).toMatchObject({ path: "rows.mjs:list", rows: 2 });
  expect(list?.sha256).toBe(generated?.sha256);
});

test("code is found in the data folders too, and is loaded by its full path", async () => {
  const folder = dataFolder({ "registry/data/x/rows.ts": "" });
  const asked: string[] = [];
  const loadExport = async (reference: string) => {
    asked.push(reference);
    return [1];
  };

  expect(await folder.rows("x/rows.ts:rows", { loadExport })).toEqual([1]);
  expect(await folder.rows("@acme/data:rows", { loadExport })).toEqual([1]);
  expect(asked).toEqual([`${folder.path}/registry/data/x/rows.ts:rows`, "@acme/data:rows"]);
});

test.each([
  ["text", 'gives the string "rows", not rows'],
  ["number", "gives the number 42, not rows"],
  ["nothing", "gives null, not rows"],
  ["missing", "gives nothing, not rows"],
])("the export %s is refused", async (name, problem) => {
  const folder = dataFolder({ "rows.mjs": CODE });

  await expect(folder.open(`rows.mjs:${name}`)).rejects.toMatchObject({
    name: "DataError",
    message: `"rows.mjs:${name}" ${problem}`,
    where: `rows.mjs:${name}`,
    fix: "export an array of rows, or a function or generator that gives them",
  });
});

test("code that throws is named with the rows so far and its own error", async () => {
  const folder = dataFolder({ "rows.mjs": CODE });

  await expect(folder.open("rows.mjs:failing")).rejects.toMatchObject({
    name: "DataError",
    message: '"rows.mjs:failing" failed at row 2: Error: out of rows',
    cause: expect.objectContaining({ message: "out of rows" }),
  });
});

test.each([
  ["lost", 2, "JSON has no NaN"],
  ["undefinedRow", 2, "it is undefined"],
  ["big", 1, "BigInt"],
  ["circular", 1, "circular"],
])("a row that is not JSON is refused: %s", async (name, number, problem) => {
  const folder = dataFolder({ "rows.mjs": CODE });

  await expect(folder.open(`rows.mjs:${name}`)).rejects.toMatchObject({
    name: "DataError",
    message: expect.stringMatching(new RegExp(`^the row is not JSON: .*${problem}`)),
    where: `rows.mjs:${name} row ${number}`,
  });
});

test("code that is not there is told with each path that was tried", async () => {
  const folder = dataFolder({});

  await expect(folder.open("./rows.ts:rows")).rejects.toMatchObject({
    name: "ConfigError",
    message: 'there is no data "./rows.ts"',
    where: `${folder.path}/rows.ts, ${folder.path}/registry/data/rows.ts`,
  });
});

test("code without the name of an export is refused with the form that has one", async () => {
  const folder = dataFolder({ "rows.ts": "" });

  await expect(folder.open("rows.ts")).rejects.toMatchObject({
    name: "ConfigError",
    fix: `name it: ${folder.path}/rows.ts:rows`,
  });
});
