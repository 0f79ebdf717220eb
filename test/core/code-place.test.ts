import { expect, test } from "vitest";
import { codePlace } from "../../src/core/code-place.ts";

test.each([
  ["    at default (file:///app/flow/grade.mjs:3:7)", "grade.mjs:3"],
  ["    at /app/flow/grade.ts:12:1", "grade.ts:12"],
  ["    at async Promise.all (index 0)\n    at run (/app/my flow/a b.mjs:4:1)", "a b.mjs:4"],
  ["    at listOnTimeout (node:internal/timers:581:17)\n    at f (/app/x.mjs:2:1)", "x.mjs:2"],
  ["    at z (/app/node_modules/zod/index.js:9:9)\n    at f (/app/x.mjs:2:1)", "x.mjs:2"],
  ['  File "/app/outer.py", line 4, in a\n  File "/app/inner.py", line 6, in b', "inner.py:6"],
])("the place of %j is the innermost call of a user's code: %s", (frames, place) => {
  expect(codePlace(`Error: bad\n${frames}`)).toBe(place);
});

test("a stack without code of a user has no place", () => {
  expect(codePlace(new Error("ours").message)).toBeUndefined();
  expect(codePlace("Error: a\n    at f (node:internal/timers:581:17)")).toBeUndefined();
  expect(codePlace(undefined)).toBeUndefined();
});
