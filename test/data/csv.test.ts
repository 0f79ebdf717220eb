import { expect, test } from "vitest";
import { allRows, dataFolder } from "./open.ts";

test("cells are text, named by the header", async () => {
  const folder = dataFolder({ "a.csv": "input,ideal,count\nWhat is 1+1?,2,007\n,,\n" });

  expect(await folder.rows("a.csv")).toEqual([
    { input: "What is 1+1?", ideal: "2", count: "007" },
    { input: "", ideal: "", count: "" },
  ]);
});

test("quoted cells hold separators, quotes and line breaks; a row is named by its first line", async () => {
  const folder = dataFolder({
    "a.csv": '"in,put",ideal\r\n"one\r\ntwo ""2""",x\r\n\r\n"","""a"", b"',
  });

  const rows = await folder.open("a.csv");

  expect(await allRows(rows)).toEqual([
    { "in,put": 'one\r\ntwo "2"', ideal: "x" },
    { "in,put": "", ideal: '"a", b' },
  ]);
  expect(rows.where(0)).toBe(`${folder.path}/a.csv:2`);
  expect(rows.where(1)).toBe(`${folder.path}/a.csv:5`);
});

test("cells of TSV are separated by tabs", async () => {
  const folder = dataFolder({ "a.tsv": 'input\tideal\na, b\t"c\td"\n' });

  expect(await folder.rows("a.tsv")).toEqual([{ input: "a, b", ideal: "c\td" }]);
});

test("a cell of input, messages or ideal that is a JSON list or object is that value", async () => {
  const chat = '"[{""role"":""user"",""content"":""Hi""}]"';
  const folder = dataFolder({
    "a.csv": `input,ideal,messages,other\n${chat},"[""a"",""b""]",{},[1]\n[x],{no},42,{}\n`,
  });

  expect(await folder.rows("a.csv")).toEqual([
    { input: [{ role: "user", content: "Hi" }], ideal: ["a", "b"], messages: {}, other: "[1]" },
    { input: "[x]", ideal: "{no}", messages: "42", other: "{}" },
  ]);
});

test("R41: JSON in a cell with its quotes doubled is read", async () => {
  const folder = dataFolder({ "a.csv": 'q,answer,x\nq1,"{""answer"":""""}",x\n' });

  expect(await folder.rows("a.csv")).toEqual([{ q: "q1", answer: '{"answer":""}', x: "x" }]);
});

test("R41: JSON in a cell with bare quotes is refused with row, column and the doubled form", async () => {
  const folder = dataFolder({ "a.csv": 'q,answer,x\nq1,{"answer":""},x\n' });

  await expect(folder.open("a.csv")).rejects.toMatchObject({
    name: "DataError",
    message: "row 2, column 2: a quote in a cell is not doubled",
    where: `${folder.path}/a.csv:2:4`,
    fix: 'write the cell as "{""answer"":""""}"',
  });
});

test.each([
  ["text after a closing quote", 'a,b\n"x"y,z\n', 'write the cell as "x""y"'],
  ["a bare quote inside quotes", 'a,b\n"say "hi"",z\n', 'write the cell as "say ""hi"""'],
  ["a lone quote in the middle", 'a,b\n5" pipe,z\nnext,"y"\n', 'write the cell as "5"" pipe"'],
])("%s is refused with the doubled form", async (_name, content, fix) => {
  const folder = dataFolder({ "a.csv": content });

  await expect(folder.open("a.csv")).rejects.toMatchObject({
    message: "row 2, column 1: a quote in a cell is not doubled",
    where: `${folder.path}/a.csv:2:1`,
    fix,
  });
});

test("a quote that is never closed is refused where it opens", async () => {
  const folder = dataFolder({ "a.csv": `a,b\nx,"y\n${"more,lines\n".repeat(100_000)}` });

  await expect(folder.open("a.csv")).rejects.toMatchObject({
    message: "row 2: a quoted cell is never closed",
    where: `${folder.path}/a.csv:2:3`,
  });
});

test.each([
  ["a,b\n1\n", "the header has 2 columns, but 1 in row 2", 2],
  ["a,b\n1,2\n\n1,2,3\n", "the header has 2 columns, but 3 in row 3", 4],
])("a row of another length than the header is refused: %j", async (content, message, line) => {
  const folder = dataFolder({ "a.csv": content });

  await expect(folder.open("a.csv")).rejects.toMatchObject({
    message,
    where: `${folder.path}/a.csv:${line}`,
  });
});

test.each([
  ["a,,c\n", "column 2 has no name in the header"],
  ["a, ,c\n", "column 2 has no name in the header"],
  ["a,b,a\n", 'two columns are called "a"'],
  ["input;ideal\nx;y\n", 'the header has a single column, "input;ideal"'],
])("a header such as %j is refused", async (content, message) => {
  const folder = dataFolder({ "a.csv": content });

  await expect(folder.open("a.csv")).rejects.toMatchObject({
    message,
    where: `${folder.path}/a.csv:1`,
  });
});

test.each(["", "\n", "a,b", "\uFEFFa,b\n"])(
  "a table that holds only %j has no rows",
  async (content) => {
    expect(await dataFolder({ "a.csv": content }).rows("a.csv")).toEqual([]);
  },
);

test("a byte order mark is no part of the first name, and __proto__ is a name like others", async () => {
  const folder = dataFolder({ "a.csv": "\uFEFFa,__proto__\n1,2\n" });

  expect(JSON.stringify(await folder.rows("a.csv"))).toBe('[{"a":"1","__proto__":"2"}]');
});

test("R72: text that looks like a template is handed on as it is", async () => {
  const folder = dataFolder({ "a.csv": "input\n<p>{{name}}</p> {# c {% raw\n" });

  expect(await folder.rows("a.csv")).toEqual([{ input: "<p>{{name}}</p> {# c {% raw" }]);
});

test("a large table survives the borders of the pieces that it is read in", async () => {
  const expected = Array.from({ length: 30_000 }, (_, n) => ({
    n: String(n),
    text: `é"${"\n".repeat(n % 3)}${"x".repeat(n % 100)}`,
  }));
  const lines = expected.map(({ n, text }) => `${n},"${text.replaceAll('"', '""')}"\r\n`);

  expect(await dataFolder({ "a.csv": `n,text\r\n${lines.join("")}` }).rows("a.csv")).toEqual(
    expected,
  );
});
