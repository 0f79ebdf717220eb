import { expect, test } from "vitest";
import { pythonRepr, pythonText } from "../../src/core/python-repr.ts";
import { vectors } from "../helpers/vectors.ts";

const rows = vectors<{ readonly value: unknown; readonly repr: string }>("python-repr");

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
