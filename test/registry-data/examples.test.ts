import { readFileSync } from "node:fs";
import glob from "fast-glob";
import { expect, test } from "vitest";
import { z } from "zod";

const FOLDER = new URL("../../registry/data/examples/", import.meta.url);

const Input = z.tuple([
  z.strictObject({ role: z.literal("system"), content: z.string() }),
  z.strictObject({ role: z.literal("user"), content: z.string() }),
]);
const Answered = z.strictObject({
  input: Input,
  ideal: z.union([z.string().min(1), z.array(z.string().min(1)).min(2)]),
});
const Asked = z.strictObject({ input: Input });
const Choice = z
  .strictObject({ question: z.string(), choices: z.array(z.string()).min(2), answer: z.int() })
  .refine(({ choices, answer }) => choices[answer] !== undefined);

const SCHEMAS = {
  match: Answered,
  includes: Answered,
  "fuzzy-match": Answered,
  "json-match": Answered,
  "json-validator": Asked,
  translate: Answered,
  "multiple-choice": Choice,
};

test("each template that reads a file has example rows", () => {
  const files = glob.sync("*.jsonl", { cwd: FOLDER.pathname });

  expect(files.toSorted()).toEqual(
    Object.keys(SCHEMAS)
      .map((name) => `${name}.jsonl`)
      .toSorted(),
  );
});

test.each(Object.entries(SCHEMAS))("%s: three to ten rows of the right shape", (name, schema) => {
  const rows = rowsOf(name);

  expect(rows.length).toBeGreaterThanOrEqual(3);
  expect(rows.length).toBeLessThanOrEqual(10);
  for (const row of rows) schema.parse(row);
});

test("the ideals of json-match are JSON objects", () => {
  for (const row of rowsOf("json-match")) {
    const { ideal } = Answered.parse(row);
    expect(z.record(z.string(), z.unknown()).parse(JSON.parse(String(ideal)))).toBeTruthy();
  }
});

function rowsOf(name: string): unknown[] {
  const text = readFileSync(new URL(`${name}.jsonl`, FOLDER), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
