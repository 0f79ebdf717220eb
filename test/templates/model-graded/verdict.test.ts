import { describe, expect, test } from "vitest";
import type { EvalType } from "../../../src/templates/model-graded/eval-type.ts";
import type { MatchFn } from "../../../src/templates/model-graded/match-fns.ts";
import { readVerdict } from "../../../src/templates/model-graded/verdict.ts";
import { vectors } from "../../helpers/vectors.ts";

interface Row {
  readonly text: string;
  readonly mode: EvalType;
  readonly choices: string | readonly string[];
  readonly result: string;
}

const byReference = vectors<Row & { match_fn: MatchFn | null }>("judge-verdicts");
const byWords = vectors<Row & { as: string }>("judge-verdicts-by-words");

test("the tables are complete: 39 verdicts of openai/evals, over sixty of ours", () => {
  expect(byReference).toHaveLength(39);
  expect(byWords.length).toBeGreaterThanOrEqual(60);
});

describe("a match_fn reads as openai/evals does", () => {
  test.each(byReference)("$text as $mode by $match_fn of $choices is $result", (row) => {
    const matchFn = row.match_fn ?? "starts_or_endswith";
    const verdict = readVerdict(row.text, rulesOf(row, matchFn));

    expect(verdict.choice).toBe(row.result);
    expect(verdict.readAs).toBe(row.result === "__invalid__" ? "none" : matchFn);
  });
});

describe("by default choices are read as whole words (R61, R65)", () => {
  test.each(byWords)("$text as $mode of $choices is $result", (row) => {
    const verdict = readVerdict(row.text, rulesOf(row));

    expect(verdict).toMatchObject({ choice: row.result, readAs: row.as, text: row.text });
  });

  test("match_fn word is the default under its name", () => {
    const rules = rulesOf({ mode: "classify", choices: "ABCDE" }, "word");

    expect(readVerdict("Answer: B", rules).choice).toBe("B");
  });
});

describe("match_fn contains finds a whole word anywhere", () => {
  test.each([
    ["It is clearly B I think", "ABCDE", "B"],
    ["Answer: B, I think", "ABCDE", "B"],
    ["Incorrectly spelled but Correct here", ["Correct", "Incorrect"], "Correct"],
    ["nothing here", "ABCDE", "__invalid__"],
  ])("%s of %s is %s", (text, choices, result) => {
    const verdict = readVerdict(text, rulesOf({ mode: "classify", choices }, "contains"));

    expect(verdict.choice).toBe(result);
  });
});

describe("the reasoning is the answer without its bare verdict lines (R126)", () => {
  test.each([
    ["It adds a fact.\n\nB\nB", "cot_classify", "It adds a fact."],
    ["B\nIt adds a fact.\nNothing else.", "classify_cot", "It adds a fact.\nNothing else."],
    ["B, because it adds a fact", "classify_cot", "B, because it adds a fact"],
    ["B.", "classify", null],
  ] as const)("%j as %s has %j", (text, mode, reasoning) => {
    expect(readVerdict(text, rulesOf({ mode, choices: "ABCDE" })).reasoning).toBe(reasoning);
  });

  test("an unreadable answer has none, and is kept whole", () => {
    const verdict = readVerdict("I cannot decide", rulesOf({ mode: "classify", choices: "AB" }));

    expect(verdict).toEqual({
      choice: "__invalid__",
      readAs: "none",
      text: "I cannot decide",
      reasoning: null,
    });
  });
});

describe("hostile answers are read in linear time and change nothing around them", () => {
  const million = 1_000_000;

  test.each([
    ["spaces in the middle", `x${" ".repeat(million)}B`, "B"],
    ["line breaks", `B${"\n".repeat(million)}`, "B"],
    ["dashes", `${"-".repeat(million)} B`, "B"],
    ["full-width marks", `B${"。".repeat(million)}x`, "B"],
    ["digits", `${"1".repeat(million)} B`, "B"],
    ["one long word", "B".repeat(million), "__invalid__"],
    ["line separators", "\u2028B\u2029", "B"],
    ["lone surrogates", "\ud800 B", "B"],
    ["colour codes", "\u001b[31mA\u001b[0m\nB", "B"],
  ])("a megabyte of %s", (_, text, result) => {
    const rules = rulesOf({ mode: "cot_classify", choices: "AB" });

    expect(readVerdict(text, rules).choice).toBe(result);
    expect(readVerdict(text, { ...rules, matchFn: "exact" }).text).toBe(text);
  });
});

function rulesOf(row: Pick<Row, "mode" | "choices">, matchFn?: MatchFn) {
  return { choices: [...row.choices], evalType: row.mode, matchFn };
}
