import { describe, expect, test } from "vitest";
import { ConfigError, DataError } from "../../../src/core/errors.ts";
import { MetricEvalArgs } from "../../../src/templates/metric-eval/args.ts";
import { readMapping } from "../../../src/templates/metric-eval/mapping.ts";
import { outputsOfAnswer } from "../../../src/templates/metric-eval/outputs.ts";
import { RowReader } from "../../../src/templates/metric-eval/row-reader.ts";
import { readTemplates } from "../../../src/templates/metric-eval/row-templates.ts";

const WHERE = "rows.jsonl:7";

async function readerOf(given: object): Promise<RowReader> {
  const args = MetricEvalArgs.parse(given);
  const mapping = readMapping(args, "demo");
  return new RowReader({ args, mapping, templates: await readTemplates(args, "demo") });
}

async function read(row: object, args: object = {}) {
  return (await readerOf(args)).read({ row: row as Record<string, unknown>, where: WHERE });
}

describe("fields are found under their names", () => {
  test.each(["query", "question", "input", "user_input", "prompt"])("query as %s", async (name) => {
    expect((await read({ [name]: "Who?" })).query).toBe("Who?");
  });

  test.each(["reference", "ground_truth", "groundtruth", "expected", "ideal", "target"])(
    "reference as %s",
    async (name) => {
      expect((await read({ [name]: "You" })).references).toEqual(["You"]);
    },
  );

  test.each(["contexts", "context", "documents", "retrieved_contexts"])(
    "contexts as %s",
    async (name) => {
      expect((await read({ [name]: ["One", "Two"] })).contexts).toEqual(["One", "Two"]);
    },
  );

  test.each(["response", "answer", "output", "prediction", "completion", "sampled"])(
    "response as %s",
    async (name) => {
      const reader = await readerOf({});
      const sources = { row: { [name]: "You" }, where: WHERE };

      expect(reader.response(sources, { byAlias: true })).toBe("You");
      expect(reader.response(sources, { byAlias: false })).toBeUndefined();
    },
  );

  test("two that differ are refused, two that say the same are not", async () => {
    await expect(read({ query: "Who?", question: "What?" })).rejects.toThrow(ConfigError);
    await expect(read({ query: "Who?", question: "What?" })).rejects.toThrow(
      '"query" and "question" may both be the query',
    );
    expect((await read({ query: "Who?", question: "Who?" })).query).toBe("Who?");
    expect((await read({ ideal: "A", target: ["A"] })).references).toEqual(["A"]);
  });

  test("null is no value", async () => {
    const row = await read({ query: null, question: "Who?", reference: null, contexts: null });

    expect(row).toMatchObject({ query: "Who?", references: [] });
    expect(row.contexts).toBeUndefined();
  });
});

describe("values become what metrics read", () => {
  test.each([
    ["a text", "A", ["A"]],
    ["a list", ["A", "B"], ["A", "B"]],
    ["a number", 3, ["3"]],
    ["a boolean", false, ["false"]],
    ["an object", { a: 1 }, ['{"a":1}']],
    ["empty text", "", [""]],
    ["an empty list", [], []],
  ])("reference: %s", async (_, reference, references) => {
    expect((await read({ reference })).references).toEqual(references);
  });

  test.each([
    ["one text", "One", ["One"]],
    ["a list", ["One", "Two"], ["One", "Two"]],
    ["a list as JSON", '["One", "Two"]', ["One", "Two"]],
    ["a text with a bracket", "[sic] One", ["[sic] One"]],
    ["an empty list", [], []],
  ])("contexts: %s", async (_, contexts, expected) => {
    expect((await read({ contexts })).contexts).toEqual(expected);
  });

  test("passages that are no texts are refused with their place", async () => {
    const error = await read({ contexts: ["One", { text: "Two" }] }).catch((cause) => cause);

    expect(error).toBeInstanceOf(DataError);
    expect(error.message).toBe('"contexts[1]" is wrong: expected a text, found an object');
    expect(error.where).toBe(WHERE);
  });

  test("of a conversation the query is what the user said last", async () => {
    const input = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Who?" },
      { role: "assistant", content: "You." },
      { role: "user", content: "Why?" },
    ];

    expect((await read({ input })).query).toBe("Why?");
  });
});

describe("what is asked", () => {
  const history = [
    ["pairs", [["Hello", "Hi"]]],
    ["turns of inputs and outputs", [{ inputs: { question: "Hello" }, outputs: { answer: "Hi" } }]],
    [
      "chat messages",
      [
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi" },
      ],
    ],
  ] as const;

  describe.each(["history", "chat_history"])("after %s", (name) => {
    test.each(history)("of %s", async (_, turns) => {
      expect((await read({ query: "Who?", [name]: turns })).prompt).toEqual([
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi" },
        { role: "user", content: "Who?" },
      ]);
    });
  });

  test("a turn that is none of these is refused", async () => {
    await expect(read({ query: "Who?", history: ["Hello"] })).rejects.toThrow(
      '"history[0]" is wrong',
    );
  });

  test("`input` goes as it is", async () => {
    expect((await read({ input: "Say A" })).prompt).toBe("Say A");
  });

  test("the template makes a turn of the user out of the row", async () => {
    const row = await read({ a: 1, b: [2] }, { input_template: "{{ a }} and {{ b }}\n" });

    expect(row.prompt).toEqual([{ role: "user", content: "1 and [2]\n" }]);
    expect(row.query).toBe("1 and [2]\n");
  });

  test("a name that the row lacks is refused with the row's place", async () => {
    const error = await read({ a: 1 }, { input_template: "{{ c }}" }).catch((cause) => cause);

    expect(error).toBeInstanceOf(DataError);
    expect(error.message).toContain("input_template of demo");
    expect(error.where).toBe(WHERE);
  });

  test("a conversation in a column of the args' choice", async () => {
    const messages = [{ role: "user", content: "Translate" }];
    const tools = [{ type: "function", function: { name: "search" } }];
    const keys = { message_key: "chat", references_key: "good", tool_definitions_key: "can" };

    const row = await read({ chat: messages, good: ["A"], can: tools, lang: "en" }, keys);

    expect(row.prompt).toEqual(messages);
    expect(row).toMatchObject({ query: "Translate", references: ["A"], tools });
    expect(row.extra_info).toEqual({ can: tools, lang: "en", messages, tools });
  });

  test("nothing, where the row has no question", async () => {
    expect((await read({ answer: "You" })).prompt).toBeUndefined();
  });
});

describe("what metrics are told beside", () => {
  test("is every field, the conversation, and tools even where there are none", async () => {
    expect((await read({ query: "Who?", size: 3 })).extra_info).toEqual({
      query: "Who?",
      size: 3,
      messages: [{ role: "user", content: "Who?" }],
      tools: null,
    });
  });

  test("has texts that templates made, over fields of the same name", async () => {
    const templates = { size: "{{ 'long' if text | length > 3 else 'short' }}", none: "{{ n }}" };

    const { extra_info } = await read(
      { text: "Hello", size: 1, n: null },
      { extra_info_templates: templates },
    );

    expect(extra_info).toMatchObject({ size: "long", none: "None" });
  });

  test("a template that asks for what no field has is refused before it is filled", async () => {
    const args = { extra_info_templates: { x: "{{ nothing | default('') }}" } };

    await expect(read({ text: "Hello" }, args)).rejects.toThrow(
      'extra_info_templates.x of demo asks for "nothing", which is no field of the row',
    );
  });
});

describe("references by template", () => {
  const row = { a: "x", b: ["x", "it's"], c: { d: ["y"] }, e: [1, true, null] };

  test.each([
    ["one text", { reference_template: "{{ a }}!" }, ["x!"]],
    ["a field that holds a list", { reference_list_template: "{{ b }}" }, ["x", "it's"]],
    ["a field within a field", { reference_list_template: "{{ c.d }}" }, ["y"]],
    ["a list as JSON", { reference_list_template: "{{ b | tojson }}" }, ["x", "it's"]],
    [
      "a list as Python prints it",
      { reference_list_template: "{{ b + c.d }}" },
      ["x", "it's", "y"],
    ],
    [
      "texts with escapes",
      { reference_list_template: "['a\\n', \"\\u00e9\", 3,]" },
      ["a\n", "é", "3"],
    ],
    ["an empty list", { reference_list_template: "[]" }, []],
  ])("%s", async (_, args, expected) => {
    expect((await read(row, args)).references).toEqual(expected);
  });

  test.each(["{{ a }}", "x, y", "[x y]", "['x'"])("%s makes no list", async (template) => {
    const error = await read(row, { reference_list_template: template }).catch((cause) => cause);

    expect(error).toBeInstanceOf(DataError);
    expect(error.message).toContain("reference_list_template makes no list of texts");
    expect(error.where).toBe(WHERE);
  });
});

describe("a mapping beats names", () => {
  const reader = readerOf({
    map: {
      query: `\${data.q}`,
      reference: "always this",
      contexts: `\${run.outputs.passages}`,
      response: `\${run.outputs.text}`,
    },
  });
  const row = { q: "Who?", query: "What?", reference: "Not this" };

  test("before there is an answer, what it gives out is not known", async () => {
    const found = (await reader).read({ row, where: WHERE });

    expect(found).toMatchObject({ query: "Who?", references: ["always this"] });
    expect(found.contexts).toBeUndefined();
  });

  test("of an answer in JSON its fields are outputs", async () => {
    const outputs = outputsOfAnswer('{"text": "You", "passages": ["One"]}');
    const sources = { row, where: WHERE, outputs };

    expect((await reader).read(sources).contexts).toEqual(["One"]);
    expect((await reader).response(sources, { byAlias: false })).toBe("You");
  });

  test("a column that is not there is refused with the place", async () => {
    const error = await (async () => (await reader).read({ row: {}, where: WHERE }))().catch(
      (cause) => cause,
    );

    expect(error).toBeInstanceOf(DataError);
    expect(error.message).toBe('the row has no "q"');
    expect(error.where).toBe(WHERE);
  });

  test("a source that does not exist is refused", async () => {
    await expect(readerOf({ map: { query: `\${row.q}` } })).rejects.toThrow(
      `map of "query" names no column: \${row.q}`,
    );
  });
});
