import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pythonRepr, pythonText } from "../../src/core/python-repr.ts";

const path = new URL("../fixtures/vectors/python-repr.json", import.meta.url);
const { rows }: { rows: readonly { value: unknown; repr: string }[] } = JSON.parse(
  readFileSync(path, "utf8"),
);

test.each(rows)("$value is shown as CPython shows it: $repr", ({ value, repr }) => {
  expect(pythonRepr(value)).toBe(repr);
});

test.each([
  [Number.NaN, "nan"],
  [Number.POSITIVE_INFINITY, "inf"],
  [Number.NEGATIVE_INFINITY, "-inf"],
  [12345678901234567890n, "12345678901234567890"],
  [undefined, "None"],
])("what JSON has no word for is shown too: %s", (value, repr) => {
  expect(pythonRepr(value)).toBe(repr);
});

test("text stands for itself, without quotes and escapes", () => {
  expect(pythonText('it\'s "so"\n')).toBe('it\'s "so"\n');
  expect(pythonText(["so"])).toBe("['so']");
});
