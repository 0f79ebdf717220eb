import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { missingNeeds } from "../../src/registry/needs.ts";
import { openRegistry } from "./open.ts";

const FILES = {
  "completion_fns/f.yaml": `ready: { class: builtin:echo }
also: { id: keyed }
keyed: { class: openai-chat, args: { model: m } }
local: { class: openai-chat, args: { model: m, base_url: "http://localhost:1/v1" } }
together: { class: openai-chat, args: { model: m, api_key_env: OAIEVAL_TEST_NO_KEY } }
python: { class: "evals.completion_fns.openai:OpenAIChatCompletionFn", args: { model: m } }
azure: { class: azure-openai, args: { deployment: d, endpoint: "https://x.example" } }
own: { class: ./fn.mjs:Fn }
broken: { id: nowhere }
odd: { class: openai-chat, args: { model: m, base_url: odd } }
`,
  "completion_fns/fn.mjs": "throw new Error('was loaded');\n",
};

beforeEach(() => {
  for (const name of ["OPENAI_API_KEY", "OPENAI_BASE_URL", "AZURE_OPENAI_API_KEY"]) {
    vi.stubEnv(name, "");
  }
  vi.stubEnv("OPENAI_API_VERSION", "2024-10-21");
});

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  ["ready", []],
  ["dummy", []],
  ["also", ["set OPENAI_API_KEY"]],
  ["local", []],
  ["together", ["set OAIEVAL_TEST_NO_KEY"]],
  ["python", ["set OPENAI_API_KEY"]],
  ["azure", ["set AZURE_OPENAI_API_KEY"]],
  ["gpt-4o", ["set OPENAI_API_KEY"]],
  ["own", null],
  ["broken", null],
  ["odd", null],
])("%s needs %j", async (name, needs) => {
  const { registry } = openRegistry(FILES);

  expect(await missingNeeds(name, registry)).toEqual(needs);
});

test("a key that is set is needed no more", async () => {
  vi.stubEnv("OPENAI_API_KEY", "sk-1");
  const { registry } = openRegistry(FILES);

  expect(await missingNeeds("keyed", registry)).toEqual([]);
});
