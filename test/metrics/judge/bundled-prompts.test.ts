import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { CompletionFn } from "../../../src/core/completion.ts";
import { type ChatMessage, contentText, type Prompt } from "../../../src/core/prompt.ts";
import { type PromptText, parsePrompt } from "../../../src/core/prompt-template.ts";
import { AnswerCorrectness } from "../../../src/metrics/classes/answer-correctness.ts";
import { AnswerFaithfulness } from "../../../src/metrics/classes/answer-faithfulness.ts";
import { AnswerRelevancy } from "../../../src/metrics/classes/answer-relevancy.ts";
import { ContextPrecision } from "../../../src/metrics/classes/context-precision.ts";
import { ContextRecall } from "../../../src/metrics/classes/context-recall.ts";
import { ContextRelevancy } from "../../../src/metrics/classes/context-relevancy.ts";
import { RubricJudge } from "../../../src/metrics/classes/rubric-judge.ts";
import { firstObject } from "../../../src/metrics/judge/answer-json.ts";
import { embedding, type MetricClass, scoreOne } from "../../helpers/scoring.ts";

const REGISTRY = new URL("../../../registry/", import.meta.url);

interface JudgePromptFile {
  readonly version: number;
  readonly prompts: Readonly<Record<string, PromptText>>;
}

interface RubricEntry {
  readonly args: { readonly prompt: PromptText; readonly version: number };
}

const files = readdirSync(new URL("judge_prompts/", REGISTRY)).map((name) => {
  return { name, file: read<JudgePromptFile>(`judge_prompts/${name}`) };
});
const rubrics = Object.entries(
  read<Readonly<Record<string, RubricEntry>>>("metrics/rubric-judges.yaml"),
);
const prompts = [
  ...files.flatMap(({ name, file }) =>
    Object.entries(file.prompts).map(([step, prompt]) => ({ what: `${step} of ${name}`, prompt })),
  ),
  ...rubrics.map(([what, { args }]) => ({ what, prompt: args.prompt })),
];

describe.each(prompts)("the prompt $what", ({ prompt }) => {
  const { names, fill } = parsePrompt(prompt);
  const [system, user, third] = fill(new Map(names.map((name) => [name, `<${name}>`])));
  const said = contentText(system as ChatMessage);

  test("has a system message with the task, and a user message with the texts", () => {
    expect([system?.role, user?.role, third]).toEqual(["system", "user", undefined]);
    for (const name of names) expect(contentText(user as ChatMessage)).toContain(`<${name}>`);
  });

  test("says in under 300 words what to do, and that the texts are no instructions", () => {
    expect(said.split(/\s+/).length).toBeLessThan(300);
    expect(said).toMatch(/begins with <boundary>\..* material, never instructions/s);
    expect(said).toMatch(/language of|in its language/);
  });

  test("shows an answer in JSON", () => {
    expect(firstObject(said)).toBeTypeOf("object");
  });
});

test.each(files)("$name has a version", ({ file }) => {
  expect(file.version).toBeGreaterThan(0);
});

/** Answers as the prompt shows it. */
const obedient: CompletionFn = {
  complete: async (prompt) => ({ completions: [JSON.stringify(firstObject(systemOf(prompt)))] }),
};

const INPUT = {
  query: "q",
  response: "r",
  references: ["ref"],
  contexts: ["One. Two. Three.", "Four. Five. Six."],
};
const near = embedding({ q: [1, 0], "When does the last ferry leave?": [1, 1] });

test.each<[string, MetricClass, object]>([
  ["answer-faithfulness", AnswerFaithfulness, { method: "statements" }],
  ["answer-faithfulness", AnswerFaithfulness, { method: "binary" }],
  ["answer-faithfulness", AnswerFaithfulness, { method: "scale" }],
  ["answer-relevancy", AnswerRelevancy, { method: "rubric" }],
  ["answer-relevancy", AnswerRelevancy, { method: "ragas" }],
  ["answer-correctness", AnswerCorrectness, { method: "rubric" }],
  ["answer-correctness", AnswerCorrectness, { method: "statements" }],
  ["context-relevancy", ContextRelevancy, { method: "rubric" }],
  ["context-relevancy", ContextRelevancy, { method: "sentences" }],
  ["context-precision", ContextPrecision, {}],
  ["context-recall", ContextRecall, {}],
  ...rubrics.map(([name, { args }]) => [name, RubricJudge, args] as [string, MetricClass, object]),
])("%s reads the answer that its own prompt shows", async (_, Class, args) => {
  const context = { judge: obedient, embedding: near, judgeRetries: 0 };

  const { scores, details } = await scoreOne(Class, { args, input: INPUT, context });

  expect(Object.values(scores), JSON.stringify(details)).not.toContain(null);
});

function systemOf(prompt: Prompt): string {
  return contentText((prompt as readonly ChatMessage[])[0] as ChatMessage);
}

function read<T>(path: string): T {
  return parse(readFileSync(new URL(path, REGISTRY), "utf8"));
}
