import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonFault } from "../../src/data/json-fault.ts";
import { dataFolder } from "./open.ts";

test.for([
  // text, column, problem, fix
  [
    '{"a":1} {"b":2}',
    9,
    "a second object follows on the line",
    "write each row on a line of its own: break this one there, or split all: jq -c . FILE > NEW_FILE",
  ],
  ['{"a":1}{"b":2}', 8, "a second object follows on the line", "jq -c . FILE > NEW_FILE"],
  ['{"a":1} [2]', 9, "a second value follows", "write each row on a line of its own"],
  ['{"a":1},', 8, "a comma follows the row", "rows stand on lines, without commas"],
  ['{"a":NaN}', 6, "JSON has no NaN", "write null"],
  ['{"a":-Infinity}', 6, "JSON has no -Infinity", "write null"],
  ['{"a":None}', 6, "JSON has no None", "write null"],
  ['{"a":True}', 6, "JSON has no True", "write true"],
  ["{'a':1}", 2, 'expected a key, found "\'"', 'strings and keys stand in double quotes: "…"'],
  ["[1,2,]", 5, 'a comma stands before "]"', "take it out"],
  ['{"a":1,}', 7, 'a comma stands before "}"', "take it out"],
  ['{"a":1 "b":2}', 8, 'expected "," or "}", found "\\""', "put a comma between the values"],
  ['{"a" 1}', 6, 'expected ":" after the key, found "1"', 'write "key": value'],
  ['{"a":"x\ty"}', 8, "a control character stands in a string as it is", "write \\t"],
  ['{"a":"C:\\dir"}', 9, '"\\d" is no escape of JSON', "write a backslash as two: \\\\"],
  ["[01]", 3, 'expected the end of the number, found "1"', "numbers are written like 12, -0.5"],
  ["<html>", 1, "this is HTML or XML, not JSON", "check where the file came from"],
  ["hello", 1, 'expected a value, found "h"', 'strings and keys stand in double quotes: "…"'],
  [
    '{"日本🎌": x}',
    9,
    'expected a value, found "x"',
    'strings and keys stand in double quotes: "…"',
  ],
  ['{"a":', 6, "the text ends inside an object", "a row stands whole on one line"],
  ['{"a":"b', 6, "the text ends inside a string", "a row stands whole on one line"],
  ["{", 2, "the text ends inside an object", "a row stands whole on one line"],
  ["[1", 3, "the text ends inside a list", "a row stands whole on one line"],
  ["[".repeat(100_000), 100_001, "the text ends inside a list", "a row stands whole on one line"],
] as const)(
  "%.20s is refused with its column, the problem and the remedy",
  async ([text, column, problem, fix]) => {
    const folder = dataFolder({ "a.jsonl": `{"fine":1}\n\n${text}\n{"fine":2}\n` });
    const rows = await folder.open("a.jsonl");

    await expect(rows.read(1)).rejects.toMatchObject({
      name: "DataError",
      message: `the row is not JSON: ${problem}`,
      where: `${folder.path}/a.jsonl:3:${column}`,
      fix: expect.stringContaining(fix),
    });
  },
);

test("a row that goes on over several lines is told to stand on one", async () => {
  const folder = dataFolder({ "a.jsonl": '{\n  "a": 1\n}\n' });
  const rows = await folder.open("a.jsonl");

  await expect(rows.read(0)).rejects.toMatchObject({
    message: "the row is not JSON: the text ends inside an object",
    where: `${folder.path}/a.jsonl:1:2`,
    fix: "a row stands whole on one line; if it does, the file was cut off",
  });
});

test("it finds a fault exactly where JSON.parse throws", () => {
  const jsonWithEdits = fc
    .tuple(fc.json(), fc.array(fc.tuple(fc.nat(), fc.constantFrom(...'{}[]",:\\0-e.nN \t\u0001x'))))
    .map(([text, edits]) =>
      edits.reduce((edited, [at, character]) => {
        const index = at % (edited.length + 1);
        return edited.slice(0, index) + character + edited.slice(index + (at % 2));
      }, text),
    );

  fc.assert(
    fc.property(jsonWithEdits, (text) => {
      expect(findJsonFault(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 2000 },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
