import { expect, test } from "vitest";
import { DataError } from "../../src/core/errors.ts";
import { convertInput } from "../../src/flow/convert.ts";

test.each([
  ["int", 8, 8],
  ["int", 3.9, 3],
  ["int", -3.9, -3],
  ["int", " 8 ", 8],
  ["int", true, 1],
  ["double", 2, 2],
  ["double", " 1e3 ", 1000],
  ["double", "-.5", -0.5],
  ["double", Number.NaN, Number.NaN],
  ["bool", true, true],
  ["bool", "TRUE", true],
  ["bool", "False", false],
  ["string", "a", "a"],
  ["string", "", ""],
  ["string", true, "true"],
  ["string", 1.5, "1.5"],
  ["string", [1, "a"], '[1,"a"]'],
  ["string", { a: null }, '{"a":null}'],
  ["list", [1], [1]],
  ["list", '[1, "a"]', [1, "a"]],
  ["object", { a: 1 }, { a: 1 }],
  ["object", '{"a": 1}', { a: 1 }],
  ["object", "no JSON", "no JSON"],
  ["object", null, null],
  ["image", { "data:image/png;path": "a.png" }, { "data:image/png;path": "a.png" }],
  ["file_path", "a.txt", "a.txt"],
])("as %s %j is %j", (type, value, expected) => {
  expect(convertInput("x", input(type), value)).toEqual(expected);
});

test.each([
  ["int", "3.9"],
  ["int", "x"],
  ["int", null],
  ["int", Number.NaN],
  ["double", "x"],
  ["double", "NaN"],
  ["double", "Infinity"],
  ["double", null],
  ["bool", 1],
  ["bool", 0],
  ["bool", "yes"],
  ["bool", null],
  ["string", null],
  ["list", "{}"],
  ["list", "text"],
  ["list", null],
])("there is no %s of %j", (type, value) => {
  expect(() => convertInput("x", input(type), value)).toThrow(DataError);
});

test("a value that is refused is shown, with what is wanted", () => {
  expect(() => convertInput("score", input("int"), "3.9")).toThrow(
    expect.objectContaining({
      message: 'the input "score" is the string "3.9", which is no int',
      fix: "give a value that is a number, or the text of a whole one, or change the type of the input",
    }),
  );
});

function input(type: string) {
  return { type, default: null, where: "flow.dag.yaml:2" };
}
