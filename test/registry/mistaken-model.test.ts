import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { errorOf, openRegistry } from "./open.ts";

beforeEach(() => {
  vi.stubEnv("OPENAI_BASE_URL", "");
  vi.stubEnv("OPENAI_API_KEY", "sk-test-0123456789");
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const ENTRIES = {
  "completion_fns/f.yaml": [
    "gpt-4: { class: echo }",
    "gpt-4o-mini-x: { class: echo }",
    "llama3:7b: { class: echo }",
    "org/models:tag: { class: echo }",
    "acme/assistant: { class: echo }",
  ].join("\n"),
  "solvers/s.yaml": "acme/solver: { class: echo }\n",
};

test.each([
  ["baseline/country", "baseline/countries"],
  ["baseline/contries", "baseline/countries"],
  ["dumy", "dummy"],
  ["ehco", "echo"],
  ["Oracle", "oracle"],
  ["scripted/judge-facts", "scripted/judge-fact"],
  ["acme_assistant", "acme/assistant"],
  ["acme/solvre", "acme/solver"],
])("%s is taken for a model, and a warning names %s", async (name, near) => {
  const { registry, warnings } = openRegistry(ENTRIES);

  await registry.completionFn(name);

  expect(warnings).toEqual([
    `"${name}" is no name of the registry and is taken for a model of OpenAI's API; did you mean "${near}"?`,
  ]);
});

test("where it cannot be asked, the error says so", async () => {
  vi.stubEnv("OPENAI_API_KEY", "");
  const { registry, warnings } = openRegistry({});

  const error = await errorOf(() => registry.completionFn("baseline/country"));

  expect(error.message).toContain("OPENAI_API_KEY is not set");
  expect(error.fix).toBe(
    `"baseline/country" is no name of the registry and is taken for a model of OpenAI's API; did you mean "baseline/countries"?`,
  );
  expect(warnings).toEqual([]);
});

test.each([
  ["gpt-4o"],
  ["gpt-4.1-mini"],
  ["gpt-5-mini"],
  ["o1-mini"],
  ["o4-mini"],
  ["chatgpt-4o-latest"],
  ["openai/gpt-4"],
  ["ft:gpt-4o-mini:acme::9abC"],
  ["davinci-002"],
  ["llama3:8b"],
  ["llama"],
  ["llama3.2"],
  ["org/model:8b"],
  ["azure/gpt-4o"],
  ["meta-llama/Llama-3.1-8B-Instruct"],
  ["mistral-large"],
  ["deepseek-chat"],
  ["acme/assistant-large"],
])("%s is a model, and nothing is said", async (name) => {
  vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1");
  const { registry, warnings } = openRegistry(ENTRIES);

  await registry.completionFn(name);

  expect(warnings).toEqual([]);
});
