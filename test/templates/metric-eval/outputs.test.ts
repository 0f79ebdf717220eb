import { describe, expect, test } from "vitest";
import { DataError } from "../../../src/core/errors.ts";
import { outputsOfAnswer, outputsOfEvents } from "../../../src/templates/metric-eval/outputs.ts";

const sampling = (sampled: unknown, rest: object = {}) => ({
  type: "sampling",
  data: { prompt: "Who?", sampled, ...rest },
});

describe("of an answer", () => {
  test.each([
    ["output", "You"],
    ["response", "You"],
    ["sampled", "You"],
    ["something", undefined],
  ])("a text is its %s", (column, value) => {
    expect(outputsOfAnswer("You").column(column)).toBe(value);
  });

  test("a JSON object has its fields, and is the answer as a whole", () => {
    const outputs = outputsOfAnswer('{"answer": "You", "n": 1}');

    expect(outputs.column("answer")).toBe("You");
    expect(outputs.column("n")).toBe(1);
    expect(outputs.response()).toBe('{"answer": "You", "n": 1}');
    expect(outputs.names).toEqual(["answer", "n", "output"]);
  });

  test.each(["{You}", "[1]", "1"])("%s is a text", (text) => {
    expect(outputsOfAnswer(text).names).toEqual(["output"]);
  });
});

describe("of the events of a sample", () => {
  test("the last answer counts, and what was compared, measured and noted stands beside it", () => {
    const outputs = outputsOfEvents(
      [
        sampling(["I"]),
        sampling(["You"]),
        sampling(["9"], { purpose: "judge" }),
        { type: "match", data: { correct: true, expected: "You" } },
        { type: "metrics", data: { f1: 0.5 } },
      ],
      "log",
    );

    expect(outputs?.response()).toBe("You");
    expect(outputs?.column("expected")).toBe("You");
    expect(outputs?.column("f1")).toBe(0.5);
    expect(outputs?.column("prompt")).toBe("Who?");
  });

  test("of several answers to one call the first is the response", () => {
    expect(outputsOfEvents([sampling(["A", "B"])], "log")?.response()).toBe("A");
    expect(outputsOfEvents([sampling([])], "log")).toBeUndefined();
  });

  test("without an answer there are none", () => {
    expect(outputsOfEvents([{ type: "error", data: {} }], "log")).toBeUndefined();
  });

  const flow = (outputs: object) => [
    sampling(["thinking"]),
    { type: "flow_line", data: { outputs } },
  ];

  test.each([
    ["its only output", { category: "A" }, "A"],
    ["the one that is called like an answer", { answer: "A", score: 3 }, "A"],
    ["a structure as JSON", { list: [1] }, "[1]"],
  ])("of a flow the response is %s", (_, outputs, response) => {
    expect(outputsOfEvents(flow(outputs), "log")?.response()).toBe(response);
  });

  test("of a flow with several outputs one has to be named", () => {
    const outputs = outputsOfEvents(flow({ a: 1, b: 2 }), "run.jsonl: m.dev.0");

    expect(() => outputs?.response()).toThrow(DataError);
    expect(() => outputs?.response()).toThrow("which output is the response is not known: a, b");
    expect(outputs?.column("b")).toBe(2);
  });
});
