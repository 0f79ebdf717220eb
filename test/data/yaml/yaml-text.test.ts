import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import glob from "fast-glob";
import { expect, test } from "vitest";
import { YamlFile } from "../../../src/data/yaml/yaml-file.ts";
import { parseYaml } from "../../../src/data/yaml/yaml-text.ts";

const FIXTURES = fileURLToPath(new URL("../../fixtures/registry", import.meta.url));
const FOLDER = join(FIXTURES, "oddities");

/** What PyYAML 6.0.3's safe loader makes of each file; of what is no mapping, nothing. */
const EXPECTED = JSON.parse(readFileSync(join(FIXTURES, "oddities.json"), "utf8"));

test.each(glob.sync("*/*.yaml", { cwd: FOLDER }))("%s has the values that PyYAML gives", (file) => {
  const { entries, fault } = new YamlFile(join(FOLDER, file));

  expect(fault).toBeUndefined();
  expect(Object.fromEntries(entries.map(({ name, value }) => [name, value]))).toEqual(
    EXPECTED[file],
  );
});

test("entries keep the order and lines of the file, names that look like numbers too", () => {
  const { entries } = parseYaml("# head\nb: {x: 1}\n10: {x: 2}\n\n2: {x: 3}\n");

  expect(entries.map(({ name, line }) => [name, line])).toEqual([
    ["b", 2],
    ["10", 3],
    ["2", 5],
  ]);
});

test("a merge at the top brings in names, and those that are written out win", () => {
  const { entries } = parseYaml("<<: [{a: {n: 1}, b: {n: 2}}, {b: {n: 3}}]\na: {n: 4}\n");

  expect(Object.fromEntries(entries.map(({ name, value }) => [name, value]))).toEqual({
    a: { n: 4 },
    b: { n: 2 },
  });
});

test.each([
  ["R28: an unquoted asterisk", "a:\n  prompt: *x\n", '2:11: "*x" is an alias without an anchor'],
  ["bold text", "a:\n  prompt: **b** c\n", '2:11: "**b**" is an alias without an anchor'],
  ["a tab as indent", "a:\n\tb: 1\n", "2:1: Tabs are not allowed"],
  ["an open quote", "a: 'b\n", "2:1: Missing closing 'quote"],
  ["a colon in a plain text", "a: b: c\n", "1:4: Nested mappings"],
  [
    "a second document",
    "a: {}\n---\nb: {}\n",
    '2:1: a second document begins here; remove the "---"',
  ],
  ["a reserved sign", "a: @b\n", "1:4: Plain value cannot start with reserved character @"],
  ["a merge of no mapping", "a: {<<: 3}\n", "1:1: Merge sources must be maps"],
])("%s is a fault with line and column", (_, text, fault) => {
  const parsed = parseYaml(text);

  expect(parsed.fault).toContain(fault);
  expect(parsed.entries).toEqual([]);
});

test("an operator that lost its quotes is a fault where it stands, not a value without it", () => {
  const text = "a:\n  where:\n    lang:\n      !=: en\n";

  expect(parseYaml(text).fault).toMatch(/^4:7: .*quote it, as in "!="$/);
});
