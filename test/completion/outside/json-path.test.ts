import { expect, test } from "vitest";
import { parsePath, valueAt } from "../../../src/completion/outside/json-path.ts";

const REPLY = { choices: [{ message: { content: "Lima" } }, null], "so.so": { "": 1 }, n: 0 };

test.each([
  ["", REPLY],
  ["$", REPLY],
  ["n", 0],
  ["choices[0].message.content", "Lima"],
  ["$.choices[0].message.content", "Lima"],
  ["choices[1]", null],
  ['["so.so"][""]', 1],
  ['$["choices"][0]["message"].content', "Lima"],
])("%j leads to %j", (path, value) => {
  expect(valueAt(REPLY, parsePath(path, "path"))).toEqual({ isThere: true, value });
});

test.each([
  ["answer", 'there is no "answer": it has choices, so.so, n'],
  ["choices[2]", 'there is no "choices[2]": "choices" is a list of 2'],
  ["choices[1].text", 'there is no "choices[1].text": "choices[1]" is null'],
  ["n.m", 'there is no "n.m": "n" is a number'],
  ["choices.length", 'there is no "choices.length": "choices" is a list of 2'],
  ["constructor", 'there is no "constructor": it has choices, so.so, n'],
])("%j leads nowhere, and it is said where it ends", (path, reason) => {
  expect(valueAt(REPLY, parsePath(path, "path"))).toEqual({ isThere: false, reason });
});

test.each(["a..b", "[x]", "[-1]", "a[", "a b", '["a]'])("%j is no path", (path) => {
  expect(() => parsePath(path, "path")).toThrow("is no path in JSON");
});
