import { expect, test } from "vitest";
import { z } from "zod";
import { describeJson, schemaFaults } from "../../src/core/schema-faults.ts";

const Schema = z.strictObject({
  name: z.string(),
  turns: z.array(z.strictObject({ role: z.enum(["user", "system"]) })).optional(),
  limit: z.union([z.int(), z.null()]).optional(),
});

test.each([
  [{ name: 3 }, '"name" is wrong: expected a string, found the number 3'],
  [{ name: null }, '"name" is wrong: expected a string, found null'],
  [{}, '"name" is missing: expected a string'],
  [{ name: "a", more: 1 }, '"more" is not known'],
  [{ name: "a", turns: [{ role: "user", more: 1 }] }, '"turns[0].more" is not known'],
  [{ name: "a", turns: [{}] }, '"turns[0].role" is missing: expected "user" or "system"'],
  [{ name: "a", limit: "x" }, '"limit" is wrong: expected a number or null, found the string "x"'],
  [[], '"" is wrong: expected an object, found a list'],
  [undefined, '"" is wrong: expected an object, found nothing'],
])("%j: %s", (value, text) => {
  const { error } = Schema.safeParse(value);

  const faults = error ? schemaFaults(error, value) : [];

  expect(faults.map((fault) => `"${fault.place}" ${fault.text}`)).toEqual([text]);
});

test.each([
  [3n, "the number 3"],
  ["x".repeat(61), `the string "${"x".repeat(59)}…"`],
  [() => 1, "a function"],
])("%s is named in a message", (value, text) => {
  expect(describeJson(value)).toBe(text);
});
