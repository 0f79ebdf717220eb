import { expect, test } from "vitest";
import { isTextModel } from "../../src/completion/model-kind.ts";

test.each([
  ["gpt-4", false],
  ["gpt-4-turbo", false],
  ["gpt-4-32k-0613", false],
  ["gpt-4-1106-preview", false],
  ["gpt-4-base", true],
  ["gpt-3.5-turbo-1106", false],
  ["gpt-3.5-turbo-16k-0613", false],
  ["gpt-3.5-turbo-instruct-0914", true],
  ["text-davinci-003", true],
  ["davinci-002", true],
])("%s completes text: %s, as in openai/evals", (name, expected) => {
  expect(isTextModel(name)).toBe(expected);
});

// openai/evals knows no chat model after gpt-4 and sends these to an endpoint that refuses them.
test.each(["gpt-4o", "gpt-4.1", "gpt-5", "o3-mini", "ft:gpt-3.5-turbo:x"])(
  "%s chats, unlike in openai/evals",
  (name) => {
    expect(isTextModel(name)).toBe(false);
  },
);

test.each([
  ["brand-new-model", false],
  ["llama3:8b", false],
  ["org/model:tag", false],
  ["codellama", false],
  ["text-generation-large", false],
  ["davinci-clone:latest", false],
  ["babbage-002", true],
  ["gpt-3.5-turbo-instruct", true],
  ["ada", true],
  ["curie", true],
  ["text-babbage-001", true],
  ["code-davinci-002", true],
  ["code-cushman-001", true],
])("R133: %s completes text: %s", (name, expected) => {
  expect(isTextModel(name)).toBe(expected);
});

test.each([
  ["ft:davinci-002:acme::9abC", true],
  ["ft:gpt-4o-mini:acme::9abC", false],
  ["curie:ft-acme-2023-03-01", true],
])("a fine-tune is of its base model's kind: %s completes text: %s", (name, expected) => {
  expect(isTextModel(name)).toBe(expected);
});

test("a leading openai/ changes nothing", () => {
  expect(isTextModel("openai/davinci-002")).toBe(true);
  expect(isTextModel("openai/gpt-4o")).toBe(false);
});
