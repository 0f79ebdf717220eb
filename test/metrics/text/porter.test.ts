import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { porterStem } from "../../../src/metrics/text/porter.ts";

const file = new URL("../../fixtures/vectors/porter.json", import.meta.url);
const PAIRS = JSON.parse(readFileSync(file, "utf8")) as readonly (readonly [string, string])[];

test.each(PAIRS)("the stem of %s is %s, as nltk has it", (word, stem) => {
  expect(porterStem(word)).toBe(stem);
});

test("letters that an answer repeats without end have a stem", () => {
  const letters = "y".repeat(50_000);

  expect(porterStem(letters)).toBe(`${letters.slice(0, -1)}i`);
  expect(porterStem(`${letters}s`)).toBe(porterStem(letters));
});
