import { expect, test } from "vitest";
import { closest, didYouMean, misspelt } from "../../src/core/closest.ts";

test.each([
  ["tset-match", ["test-match", "extract_countries"], ["test-match"]],
  [
    "extract-Countrys",
    ["extract_cities", "extract_countries"],
    ["extract_countries", "extract_cities"],
  ],
  ["smaples_jsonl", ["samples_jsonl", "few_shot_jsonl"], ["samples_jsonl"]],
  ["joke", ["joke-fruits", "joke-animals", "coqa"], ["joke-fruits", "joke-animals"]],
  ["fruits", ["joke-fruits"], ["joke-fruits"]],
  ["xyz", ["test-match", "coqa-fact"], []],
  ["match", ["match"], []],
  ["", ["a", "match"], ["a"]],
])("%s is near to the right ones of %j", (name, names, near) => {
  expect(closest(name, names)).toEqual(near);
});

test("at most five names come, the nearest first", () => {
  const names = ["test1xx", "test1", "test1x", "test12", "tests1", "test11", "test1y"];

  expect(closest("test1z", names)).toHaveLength(5);
  expect(closest("Test_1", names)[0]).toBe("test1");
});

test("a suggestion is a question, or nothing", () => {
  expect(didYouMean("mach", ["match"])).toBe('did you mean "match"?');
  expect(didYouMean("test", ["test1", "test2", "tests"])).toBe(
    'did you mean "test1", "test2" or "tests"?',
  );
  expect(didYouMean("qqqqqq", ["match"])).toBeUndefined();
});

test.each([
  ["dumy", "dummy"],
  ["ehco", "echo"],
  ["baseline/country", "baseline/countries"],
  ["Oracle_90", "oracle90"],
])("%s is a slip of %s", (name, meant) => {
  expect(misspelt(name, ["nothing-like-it", meant])).toBe(meant);
});

test.each([
  ["llama3:8b", "llama3:7b", "another number"],
  ["llama", "ollama", "another first letter"],
  ["mistral-large", "mistral-small", "too much is different"],
  ["gpt-4o", "gpt-4o-cot", "more to it"],
  ["cat", "cot", "too short to tell"],
])("%s is no slip of %s: %s", (name, other) => {
  expect(misspelt(name, [other])).toBeUndefined();
});
