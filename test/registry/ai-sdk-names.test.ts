import { afterEach, expect, test, vi } from "vitest";
import { AI_SDK_PROVIDERS, aiSdkProvider } from "../../src/completion/ai-sdk/ai-sdk-providers.ts";
import { modelSpec } from "../../src/registry/model-spec.ts";
import { serve, testCall } from "../completion/contexts.ts";
import { errorOf, openRegistry } from "./open.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  ["anthropic/claude-sonnet-4-5", "builtin:ai-sdk"],
  ["bedrock/anthropic.claude-v2:1", "builtin:ai-sdk"],
  ["togetherai/meta-llama/Llama-3-70b", "builtin:ai-sdk"],
  ["openai/gpt-4o", "builtin:openai-chat"],
  ["azure/my-deployment", "builtin:openai-chat"],
  ["anthropic/", "builtin:openai-chat"],
  ["anthropic", "builtin:openai-chat"],
  ["org/model:tag", "builtin:openai-chat"],
  ["constructor/x", "builtin:openai-chat"],
])("ruling 12: %s is asked as %s", async (name, cls) => {
  vi.stubEnv("OPENAI_BASE_URL", undefined);

  expect(await modelSpec(name)).toMatchObject({ cls });
});

test.each(Object.keys(AI_SDK_PROVIDERS))(
  "ruling 12: a model of %s is an endpoint's own where OPENAI_BASE_URL is set",
  async (provider) => {
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1");

    expect(aiSdkProvider(`${provider}/m`)).toBe(provider);
    expect(await modelSpec(`${provider}/m`)).toMatchObject({ cls: "builtin:openai-chat" });
  },
);

test("a name with a provider asks it through the packages that are installed", async () => {
  vi.stubEnv("OPENAI_BASE_URL", undefined);
  const usage = { input_tokens: 7, output_tokens: 2 };
  const content = [{ type: "text", text: "Lima" }];
  const body = { id: "m", type: "message", role: "assistant", model: "c", content, usage };
  const server = await serve({ status: 200, body: { ...body, stop_reason: "end_turn" } });
  const { registry } = openRegistry({});

  const args = { base_url: server.baseURL, api_key: "key-of-anthropic" };
  const fn = await registry.completionFn("anthropic/claude-sonnet-4-5", args);

  expect((await fn.complete("Peru?", {}, testCall())).completions).toEqual(["Lima"]);
  expect(server.requests[0]?.body.model).toBe("claude-sonnet-4-5");
});

test("the packages of the working directory come first", async () => {
  vi.stubEnv("OPENAI_BASE_URL", undefined);
  const manifest = (name: string) =>
    JSON.stringify({ name, version: "1.0.0", type: "module", exports: "./index.js" });
  const { registry } = openRegistry({
    "node_modules/ai/package.json": manifest("ai"),
    "node_modules/ai/index.js": `export const generateText = async ({ model, messages }) => ({
      text: model + " " + messages[0].content, finishReason: "stop", usage: {}, response: {},
    });`,
    "node_modules/@ai-sdk/groq/package.json": manifest("@ai-sdk/groq"),
    "node_modules/@ai-sdk/groq/index.js":
      'export const createGroq = () => (model) => "groq\'s " + model;',
  });

  const fn = await registry.completionFn("groq/llama");

  expect((await fn.complete("Peru?", {}, testCall())).completions).toEqual(["groq's llama Peru?"]);
});

test("a provider that is not installed is one line that says what to install", async () => {
  vi.stubEnv("OPENAI_BASE_URL", undefined);
  const { registry } = openRegistry({});

  const error = await errorOf(() => registry.completionFn("mistral/mistral-large"));

  expect(error).toMatchObject({
    name: "ConfigError",
    message: 'mistral/mistral-large is asked through "@ai-sdk/mistral", not installed here',
    fix: "npm install @ai-sdk/mistral",
  });
});

test("a package that breaks while it loads is named", async () => {
  vi.stubEnv("OPENAI_BASE_URL", undefined);
  const { registry } = openRegistry({
    "node_modules/@ai-sdk/xai/package.json": '{ "type": "module", "exports": "./index.js" }',
    "node_modules/@ai-sdk/xai/index.js": 'throw new Error("broken");',
  });

  const error = await errorOf(() => registry.completionFn("xai/grok-4"));

  expect(error.message).toContain('index.js" threw while it was loaded: broken');
});

test.each([
  ["evals.completion_fns.langchain_llm:LangChainLLMCompletionFn", "./chain.ts:chain"],
  ["evals.completion_fns.langchain_llm:LangChainChatModelCompletionFn", "./chain.ts:chain"],
  ["evals.completion_fns.langchain_math:LangChainMathChainCompletionFn", "./chain.ts:chain"],
  ["evals.solvers.providers.anthropic.anthropic_solver:AnthropicSolver", "anthropic/claude-"],
  ["evals.solvers.providers.google.gemini_solver:GeminiSolver", "with its provider"],
  ["evals.solvers.together_solver:TogetherSolver", "with its provider"],
  ["evals.solvers.nested.hhh_solver:HHHSolver", "few-shot-solver"],
  ["evals.solvers.human_cli_solver:HumanCliSolver", "class command"],
  ["evals.elsuite.sandbagging.solvers:LMSolver", "write it in TypeScript"],
])("the Python class %s is one line that shows the way here", async (cls, way) => {
  const { registry } = openRegistry({ "solvers/s.yaml": `s: { class: "${cls}" }\n` });

  const error = await errorOf(() => registry.completionFn("s"));

  expect(error.message).toContain(`"${cls}" is a Python class that has no counterpart here`);
  expect(error.fix).toContain(way);
});
