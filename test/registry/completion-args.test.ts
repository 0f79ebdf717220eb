import { expect, test } from "vitest";
import { z } from "zod";
import { argsFor } from "../../src/registry/completion-args.ts";
import { typedTexts } from "../../src/registry/typed-text.ts";
import { errorOf } from "./open.ts";

const FN = "gpt-4o";

test.each([
  ["temperature=0.5,max_tokens=10", { temperature: "0.5", max_tokens: "10" }],
  ["a=1,,b=2,", { a: "1", b: "2" }],
  ["url=http://h/?x=1", { url: "http://h/?x=1" }],
  ["a= x , b =2", { a: " x ", b: "2" }],
  ['extra={"a": [1, 2]},b=2', { extra: '{"a": [1, 2]}', b: "2" }],
  ["stop=[,b=2", { stop: "[", b: "2" }],
  ["a=", { a: "" }],
  ["", {}],
])("the pairs %s are read", (given, texts) => {
  expect(argsFor(FN, given, [FN])).toEqual({ values: {}, texts });
});

test("a JSON object and an object of code are taken as they are", () => {
  const values = { stop: "a,b", n: 2, id: "007" };

  expect(argsFor(FN, JSON.stringify(values), [FN])).toEqual({ values, texts: {} });
  expect(argsFor(FN, values, [FN])).toEqual({ values, texts: {} });
});

test.each([
  ["gpt-4o", { temperature: "1", seed: "7" }],
  ["ft:gpt-4o:acme::9abC", { temperature: "0" }],
  ["./fn.ts:Fn", { temperature: "0", retries: "2" }],
])("R23: what names a function is for it alone: %s", (fn, texts) => {
  const given = "gpt-4o:temperature=1,temperature=0,gpt-4o:seed=7,./fn.ts:Fn:retries=2";
  const functions = ["gpt-4o", "ft:gpt-4o:acme::9abC", "./fn.ts:Fn"];

  expect(argsFor(fn, given, functions).texts).toEqual(texts);
});

test("of two functions, one of whose names begins with the other's, the longer is meant", () => {
  const functions = ["llama3", "llama3:8b"];

  expect(argsFor("llama3", "llama3:8b:n=1", functions).texts).toEqual({});
  expect(argsFor("llama3:8b", "llama3:8b:n=1", functions).texts).toEqual({ n: "1" });
});

test.each([
  ["temperature", '"temperature" is not key=value'],
  ["stop=a,b", '"b" is not key=value'],
  ["=1", '"=1" is not key=value'],
  ["gpt-5:n=1", '"gpt-5:n" names no completion function of this run'],
  ["{a:1}", "{a:1} is not JSON"],
])("%s is refused", async (given, message) => {
  const error = await errorOf(() => argsFor(FN, given, [FN]));

  expect(error.message).toBe(message);
  expect(error.where).toBe("--completion-args");
});

const Args = z.strictObject({
  temperature: z.number().nullable().optional(),
  max_tokens: z.int().default(5),
  stream: z.boolean().optional(),
  model: z.string(),
  stop: z.union([z.string(), z.array(z.string())]).optional(),
  extra: z.record(z.string(), z.unknown()).optional(),
  anything: z.unknown(),
});

test.each([
  ["temperature", "0.5", 0.5],
  ["temperature", ".5", 0.5],
  ["temperature", "null", null],
  ["temperature", "hot", "hot"],
  ["max_tokens", "10", 10],
  ["max_tokens", "1_000", 1000],
  ["max_tokens", "+010", 10],
  ["stream", "true", true],
  ["stream", "False", false],
  ["stream", "1", "1"],
  ["model", "4", "4"],
  ["model", "true", "true"],
  ["model", "007", "007"],
  ["model", '"quoted"', '"quoted"'],
  ["stop", "END", "END"],
  ["stop", '["a","b"]', ["a", "b"]],
  ["extra", '{"a":1}', { a: 1 }],
  ["anything", "3", 3],
  ["unknown", "3", 3],
])("R23: by the schema %s=%s is %j", (key, text, value) => {
  expect(typedTexts({ [key]: text }, Args)).toEqual({ [key]: value });
});

test.each([
  ["10", 10],
  ["-1.5", -1.5],
  ["1e5", 100000],
  ["true", true],
  ["False", false],
  ["007", "007"],
  ["0x10", "0x10"],
  ["1_000", "1_000"],
  ["null", "null"],
  ["[1]", "[1]"],
  ["", ""],
])("without a schema %s is %j", (text, value) => {
  expect(typedTexts({ key: text }, undefined)).toEqual({ key: value });
});
