import { expect, test } from "vitest";
import { parseTemplate } from "../../../src/core/format.ts";
import { joinAnswers } from "../../../src/templates/model-graded/output-template.ts";
import { vectors } from "../../helpers/vectors.ts";

interface Row {
  readonly outputs?: readonly string[];
  readonly output_template: string;
  readonly result: string;
}

const rows = vectors<Row>("templates").filter(({ outputs }) => outputs !== undefined);

test.each(rows)("$outputs in the form $output_template are $result", (row) => {
  const template = parseTemplate(row.output_template);

  expect(joinAnswers(template, row.outputs ?? [])).toBe(row.result);
});

test("after z comes a again, and Z becomes A", () => {
  const joined = joinAnswers(parseTemplate("{i_abc}{i_ABC} "), Array(28).fill(""));

  expect(joined).toMatch(/^aA bB .* zZ aA bB$/);
});
