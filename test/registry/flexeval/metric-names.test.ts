import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { AskedMetric, Metric } from "../../../src/core/metric.ts";
import { listRows } from "../../../src/core/row-source.ts";
import { sampleContext, scoreInput } from "../../helpers/scoring.ts";
import { errorOf, openRegistry } from "../open.ts";

/** An entry as people write it, one argument a line. */
const ENTRY = `e.dev.v1:
  class: metrics
  args:
    metrics:
      - class_path: QueryRoutedMetric
        init_args:
          routes:
            - name: qa
              where: {task: qa}
              metrics:
                - class_path: METRIC
`;
const FIRST_LINE = ENTRY.split("\n").findIndex((line) => line.includes("METRIC")) + 1;

const ROW = scoreInput({
  response: "At nine.",
  references: ["At nine.", "At nine o'clock."],
  extra_info: { task: "qa" },
});

/** Makes a routed metric as an eval does whose entry holds it, and looks at no rows. */
async function prepared(inner: string): Promise<Metric> {
  const text = ENTRY.replace("METRIC", inner.replaceAll("\n", `\n${" ".repeat(18)}`));
  const { registry } = openRegistry({ "evals/e.yaml": text });
  const [asked] = parse(text)["e.dev.v1"].args.metrics as AskedMetric[];
  const origin = { place: registry.eval("e.dev.v1"), view: registry };
  const metric = await registry.metric(asked ?? "", { judgeRetries: 0, warn() {} }, origin);
  await metric.prepare(listRows([ROW], "rows"));
  return metric;
}

async function scoresOf(inner: string): Promise<readonly string[]> {
  const metric = await prepared(inner);
  const score = await metric.score(ROW, sampleContext());
  return Object.keys(score.scores);
}

describe("metrics of flexeval are read within routes", () => {
  test.each([
    ["ExactMatch", ["qa/exact_match"]],
    ["flexeval.core.metric.exact_match.ExactMatch", ["qa/exact_match"]],
    ["ExactMatch\ninit_args: {metric_key: same}", ["qa/same"]],
    [
      "ExactMatch\ninit_args: {lm_output_processor: {class_path: flexeval.StringStrip}}",
      ["qa/exact_match"],
    ],
    ["SubstringMatch\ninit_args: {mode: all}", ["qa/substring_match"]],
    ["OutputLengthStats", ["qa/output_length"]],
    ["CharF1", ["qa/char_f1"]],
    ["BLEU", ["qa/bleu-1", "qa/bleu-2", "qa/bleu-3", "qa/bleu-4"]],
    [
      "BLEU\ninit_args: {tokenize_option: zh, metric_key: zh}",
      ["qa/zh-1", "qa/zh-2", "qa/zh-3", "qa/zh-4"],
    ],
    [
      "Rouge",
      ["p", "r", "f"].flatMap((part) => [`qa/rouge-1-${part}`, `qa/rouge-l-${part}`]).toSorted(),
    ],
  ])("%s", async (inner, expected) => {
    expect((await scoresOf(inner)).toSorted()).toEqual(expected);
  });

  test.each([
    ["{}", "13a"],
    ["{tokenize_option: null}", "13a"],
    ["{tokenize_option: char}", "char"],
    ["{tokenize: auto}", "auto"],
  ])("BLEU with %s cuts texts by %s", async (args, tokenizer) => {
    const { registry } = openRegistry({});
    const asked = { class_path: "BLEU", init_args: parse(args) };

    const { signature } = await registry.metric(asked, { judgeRetries: 0, warn() {} });

    expect(signature).toContain(`|tok=${tokenizer}|`);
  });
});

describe("what is not here is refused by its name, with its line and what does its work", () => {
  test.each([
    ...["LLMScore", "ChatLLMScore", "LLMLabel", "ChatLLMLabel"].map((name) => [name, "judge"]),
    ...["LLMGEvalScore", "ChatLLMGEvalScore"].map((name) => [name, "judge"]),
    ...["SARI", "CodeEval", "Correlation", "PerspectiveAPI"].map((name) => [name, "of your own"]),
    ...["CommonPrefixLength", "CommonStringLength"].map((name) => [name, "of your own"]),
    ["XER", "levenshtein"],
    ["MathVerify", "numeric-match"],
    ["RepetitionN", "RepetitionCount"],
    ["flexeval.core.metric.sari.SARI", "of your own"],
  ])("the metric %s", async (name = "", instead = "") => {
    const error = await errorOf(() => prepared(name));

    expect(error.message).toContain(`"${name}"`);
    expect(error.fix).toContain(instead);
    expect(error.where).toMatch(new RegExp(`e\\.yaml:${FIRST_LINE}$`));
  });

  test.each([
    ["JSONExtractor", "use the eval class JsonMatch"],
    ["TemplateRenderer", "reference_template"],
    ["LastChoiceExtractor", "RegexExtractor"],
    ["StringLowerr", 'did you mean "StringLower"?'],
  ])("the processor %s", async (name, instead) => {
    const processor = `reference_processor: {class_path: ${name}}`;
    const error = await errorOf(() => prepared(`ExactMatch\ninit_args:\n  ${processor}`));

    expect(error.message).toBe(`there is no processor "${name}"`);
    expect(error.fix).toContain(instead);
    expect(error.where).toMatch(new RegExp(`e\\.yaml:${FIRST_LINE + 2}$`));
  });

  test("a tokenizer of Rouge", async () => {
    const tokenizer = "tokenizer: {class_path: TiktokenTokenizer, init_args: {tokenizer_name: x}}";
    const error = await errorOf(() => prepared(`Rouge\ninit_args:\n  ${tokenizer}`));

    expect(error.message).toBe('the tokenizer "TiktokenTokenizer" is not here');
    expect(error.fix).toContain("leave it out");
    expect(error.where).toMatch(new RegExp(`e\\.yaml:${FIRST_LINE + 2}$`));
  });

  test("a tokenizer of BLEU", async () => {
    const error = await errorOf(() => prepared("BLEU\ninit_args: {tokenize_option: ja-mecab}"));

    expect(error.message).toContain('"tokenize"');
    expect(error.message).toContain('"13a"');
  });
});
