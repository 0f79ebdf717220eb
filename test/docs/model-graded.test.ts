import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readSpec } from "../../src/templates/model-graded/spec.ts";
import { readVerdict } from "../../src/templates/model-graded/verdict.ts";
import { blocksOf, readPage } from "./pages.ts";
import { playPage } from "./play-page.ts";

describe("docs/model-graded.md", () => {
  test("whoever follows it in an empty folder sees what it says", async () => {
    await playPage("docs/model-graded.md");
  });

  test("has a spec that can be read", () => {
    const [fields] = blocksOf("docs/model-graded.md")
      .filter(({ language }) => language === "yaml")
      .flatMap(({ text }) => parse(text).tone ?? []);
    const warnings: string[] = [];

    const spec = readSpec({ name: "tone", fields, file: "tone.yaml", line: 1 }, (message) =>
      warnings.push(message),
    );

    expect(spec.choice_strings).toEqual(["Yes", "No"]);
    expect(warnings).toEqual([]);
  });

  test.each([
    ["Answer: B", "ABCDE", "B"],
    ["A good summary, so B", "ABCDE", "B"],
    ["Both fail, so D", "ABCDE", "D"],
    ["Unsure, but I'd say Yes", ["Yes", "No", "Unsure"], "Yes"],
    ["8 out of 10", ["6", "7", "8", "9", "10"], "8"],
    ["Nope", ["Yes", "No", "Unsure"], "__invalid__"],
  ])("reads %s as it says", (text, choices, result) => {
    expect(readPage("docs/model-graded.md")).toContain(`| \`${text}\``);
    expect(readVerdict(text, { choices: [...choices], evalType: "cot_classify" }).choice).toBe(
      result,
    );
  });
});
