import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../src/core/errors.ts";
import { makeProcessor, ProcessorArgs } from "../../../src/metrics/processors/processors.ts";

async function process(asked: unknown, text: string): Promise<string> {
  const processor = await makeProcessor(ProcessorArgs.parse(asked));
  return processor(text);
}

const number = { class: "SimpleEvalMGSMProcessor" };
const after = { class: "SimpleEvalMGSMProcessor", args: { answer_prefix: "Answer:" } };

describe("each processor", () => {
  test.each([
    ["AIONormalizer", "「蛹化(ようか)」", "蛹化"],
    ["AIONormalizer", " ＡＢ・c - 『d』 = e", "abcde"],
    ["LastLineExtractor", "Answer\nFUJI-YAMA", "FUJI-YAMA"],
    ["LastLineExtractor", "one line", "one line"],
    ["LastLineExtractor", "ends with a break\n", ""],
    ["NFKCNormalizer", "ｱﾊﾟｰﾄ①", "アパート1"],
    ["StringLower", "ABC Ä", "abc ä"],
    ["StringStrip", " \t ABC\n", "ABC"],
    ["RemoveCommaProcessor", "3,000,000", "3000000"],
    ["NoopNormalizer", " as it is ", " as it is "],
    [number, "Step 1: 30.0 + 20.0 = 50.0\nAnswer: 2,000.0", "2000"],
    [number, "It costs 12.50.", "12.5"],
    [number, "It is -7.", "-7"],
    [number, "1000", "1000"],
    [number, "no number", ""],
    [after, "5 apples. Answer: 3 of 4. Answer: 9", "9"],
  ])("%j makes of %j %j", async (asked, text, expected) => {
    await expect(process(asked, text)).resolves.toBe(expected);
  });
});

describe("a pattern", () => {
  test.each([
    ["Answer: (.*)", "Answer: 1\nAnswer: 20", "1\nAnswer: 20"],
    ["Answer: (\\d+)", "Answer: 1\nAnswer: 20", "20"],
    ["[A-D]", "A or B? B", "B"],
    ["(?:the )?answer is ([A-D])", "the answer is C", "C"],
    ["\\d+$", "7\n", "7"],
    ["(\\w)\\1", "aabb", "b"],
    [".++", "all of it", "all of it"],
    ["(?:x=(\\d))++", "x=1x=2", "2"],
    ["x(y)?", "xy x", ""],
    ["nothing", "text", ""],
    [".*", "all\nof it", ""],
  ])("%j takes out of %j the last match, or its group", async (pattern, text, expected) => {
    await expect(process({ class: "RegexExtractor", args: { pattern } }, text)).resolves.toBe(
      expected,
    );
  });

  test("with several groups is refused, for one of them is meant", async () => {
    const asked = { class: "RegexNormalizer", args: { pattern: "(a)(b)" } };

    await expect(process(asked, "")).rejects.toThrow('the pattern "(a)(b)" has several groups');
  });
});

test("several processors are applied one after the other, by either spelling", async () => {
  const asked = [
    { class_path: "flexeval.RegexExtractor", init_args: { pattern: "「(.*?)」" } },
    { class: "NFKCNormalizer" },
    "StringLower",
  ];

  await expect(process(asked, "答えは「ＡＢＣ」")).resolves.toBe("abc");
});

test("without processors a text stays as it is", async () => {
  await expect(process(undefined, " a ")).resolves.toBe(" a ");
});

describe("what cannot be made is refused by its name", () => {
  test.each([
    ["StringLowr", 'there is no processor "StringLowr"', 'did you mean "StringLower"?'],
    ["TemplateRenderer", 'there is no processor "TemplateRenderer"', "reference_template"],
    ["toString", 'there is no processor "toString"', "there are AIONormalizer"],
    [
      { class: "RegexExtractor" },
      'RegexExtractor does not take its args: "pattern" is missing',
      "",
    ],
    [{ class: "StringLower", args: { all: 1 } }, '"all" is not known', ""],
  ])("%j", async (asked, message, fix) => {
    const error = await process(asked, "").catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toContain(message);
    expect((error as ConfigError).fix ?? "").toContain(fix);
  });
});
