import { describe, expect, test } from "vitest";
import { evalParams } from "../../src/cli/eval-params.ts";

const NUMBERS_AND_TEXTS: [string, unknown][] = [
  ["1", 1],
  ["-1", -1],
  ["+1", 1],
  ["01", 1],
  ["1_000", 1000],
  [" 5 ", 5],
  ["1.0", 1],
  [".5", 0.5],
  ["1e5", 100000],
  ["None", "None"],
  ["", ""],
  ["0x10", "0x10"],
];

describe.each([true, false])("with parity %s", (parity) => {
  test.each(NUMBERS_AND_TEXTS)("%j becomes what Python makes of it", (text, value) => {
    expect(evalParams(`k=${text}`, { parity })).toEqual({ k: value });
  });

  test("what is not a number stays text", () => {
    expect(evalParams("k=nan", { parity })).toEqual({ k: "nan" });
  });
});

test("true and false are booleans, under parity the text that openai/evals makes of them", () => {
  expect(evalParams("a=true,b=false")).toEqual({ a: true, b: false });
  expect(evalParams("a=true,b=false", { parity: true })).toEqual({ a: "true", b: "false" });
});

test("infinity, which JSON does not have, is text unless openai/evals' reading is asked for", () => {
  expect(evalParams("k=inf")).toEqual({ k: "inf" });
  expect(evalParams("k=inf", { parity: true })).toEqual({ k: Number.POSITIVE_INFINITY });
});

test("a value may have an equals sign", () => {
  expect(evalParams("url=http://x?a=b")).toEqual({ url: "http://x?a=b" });
});

test("an id with more digits than a number holds stays as it is", () => {
  expect(evalParams("id=12345678901234567890")).toEqual({ id: "12345678901234567890" });
});

test("a JSON object may hold lists and commas", () => {
  expect(evalParams('{"stop": ["a,b"], "n": 2}')).toEqual({ stop: ["a,b"], n: 2 });
});

test("an item without an equals sign is named, and the remedy with it", () => {
  expect(() => evalParams("a=1,b")).toThrow('--extra-eval-params has "b", which is not KEY=VALUE');
});
