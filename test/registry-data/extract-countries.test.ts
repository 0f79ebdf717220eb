import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { COUNTRY_NAMES } from "../../src/completion/country-names.ts";

const FILE = new URL("../../registry/data/extract_countries/samples.jsonl", import.meta.url);
const INSTRUCTION = "List all the countries you can find in the following text.";

const Row = z.strictObject({
  input: z.tuple([z.strictObject({ role: z.literal("user"), content: z.string() })]),
  ideal: z.string(),
});

const lines = readFileSync(FILE, "utf8").trimEnd().split("\n");
const samples = lines.map((line) => {
  const { input, ideal } = Row.parse(JSON.parse(line));
  const content = input[0].content;
  const [, passage = ""] = /\n\nText: (.+)\n\nCountries:$/s.exec(content) ?? [];
  return { content, passage, countries: ideal === "none" ? [] : ideal.split(", ") };
});

test("there are at least 120 passages, and no two are the same", () => {
  expect(samples.length).toBeGreaterThanOrEqual(120);
  expect(new Set(samples.map(({ passage }) => passage)).size).toBe(samples.length);
});

test("every prompt is the instruction, a passage and the word Countries", () => {
  for (const { content, passage } of samples) {
    expect(content.startsWith(INSTRUCTION)).toBe(true);
    expect(passage).toBe(passage.trim());
    expect(passage).not.toBe("");
  }
});

test("every ideal has usual English names, each once", () => {
  for (const { countries } of samples) {
    expect(countries.filter((country) => !(country in COUNTRY_NAMES))).toEqual([]);
    expect(new Set(countries).size).toBe(countries.length);
  }
});

test("names that a passage has in English stand in the order of its text", () => {
  for (const { passage, countries } of samples) {
    const places = countries.map((country) => wordAt(passage, country)).filter((at) => at >= 0);
    expect([passage, places]).toEqual([passage, places.toSorted((a, b) => a - b)]);
  }
});

test.each([
  ["no country", [0, 0], 40],
  ["one country", [1, 1], 50],
  ["two countries", [2, 2], 40],
  ["three to five countries", [3, 5], 20],
  ["six countries and more", [6, Infinity], 5],
])("%s, enough passages", (_, [least = 0, most = 0], enough) => {
  const counts = samples.map(({ countries }) => countries.length);

  expect(counts.filter((count) => count >= least && count <= most).length).toBeGreaterThanOrEqual(
    enough,
  );
});

test.each([
  ["Cyrillic", 3],
  ["Arabic", 2],
  ["Hebrew", 1],
  ["Greek", 1],
  ["Devanagari", 1],
  ["Bengali", 1],
  ["Thai", 1],
  ["Georgian", 1],
  ["Armenian", 1],
  ["Ethiopic", 1],
  ["Hangul", 1],
  ["Han", 2],
  ["Katakana", 1],
])("passages are written in %s too", (script, enough) => {
  const letter = new RegExp(`\\p{Script=${script}}`, "u");

  expect(samples.filter(({ passage }) => letter.test(passage)).length).toBeGreaterThanOrEqual(
    enough,
  );
});

test.each([
  ["The Brazilian coach", []],
  ["Michael Jordan", []],
  ["Petra, in the south of Jordan", ["Jordan"]],
  ["Atlanta is the capital", []],
  ["Tbilisi, the capital", ["Georgia"]],
  ["Savannah is in Georgia, the American state; Batumi", ["Georgia"]],
  ["England beat Scotland", []],
  ["planted tea in Ceylon", ["Sri Lanka"]],
  ["The Soviet Union", []],
  ["Czechoslovakia split", ["Czechia", "Slovakia"]],
  ["tulips in Holland", ["Netherlands"]],
  ["Holland Tunnel", []],
  ["French Guiana", ["Guyana", "Suriname"]],
])("the rules hold: %s", (part, expected) => {
  const found = samples.filter(({ passage }) => passage.includes(part));

  expect(found.map(({ countries }) => countries)).toEqual([expected]);
});

/** Where the name stands as a whole word that names no city, -1 if nowhere. */
function wordAt(passage: string, name: string): number {
  return passage.search(new RegExp(`(?<![\\p{L}-])${name}(?![\\p{L}-]| City)`, "u"));
}
