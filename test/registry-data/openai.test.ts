import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { missingNeeds } from "../../src/registry/needs.ts";
import { testCall } from "../completion/contexts.ts";
import { fakeOpenAI } from "../helpers/fake-openai.ts";
import { openRegistry } from "../registry/open.ts";

const AZURE = [
  "AZURE_OPENAI_DEPLOYMENT",
  "AZURE_OPENAI_ENDPOINT",
  "OPENAI_API_VERSION",
  "AZURE_OPENAI_API_KEY",
];

beforeEach(() => {
  for (const name of [...AZURE, "AZURE_OPENAI_AD_TOKEN", "OPENAI_API_KEY", "OPENAI_BASE_URL"]) {
    vi.stubEnv(name, "");
  }
});

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  ["responses", ["set OPENAI_API_KEY"]],
  ["azure", AZURE.map((name) => `set ${name}`)],
  ["azure/text", AZURE.map((name) => `set ${name}`)],
  ["azure/responses", AZURE.map((name) => `set ${name}`)],
  ["ollama", []],
])("%s of the bundled registry needs %j", async (name, needs) => {
  expect(await missingNeeds(name, openRegistry({}).registry)).toEqual(needs);
});

test.each([
  ["responses", "/v1/responses"],
  ["azure", "/openai/deployments/d1/chat/completions?api-version=2024-10-21"],
  ["azure/text", "/openai/deployments/d1/completions?api-version=2024-10-21"],
  ["azure/responses", "/openai/responses?api-version=2024-10-21"],
])("%s of the bundled registry is asked by the environment alone", async (name, path) => {
  const server = await fakeOpenAI("Lima");
  const values = ["d1", server.baseURL.replace("/v1", ""), "2024-10-21", "key-of-azure"];
  for (const [index, variable] of AZURE.entries()) vi.stubEnv(variable, values[index]);
  vi.stubEnv("OPENAI_BASE_URL", server.baseURL);
  try {
    const fn = await openRegistry({}).registry.completionFn(name);
    const { completions } = await fn.complete("Peru?", {}, testCall());

    expect(completions).toEqual(["Lima"]);
    expect(server.requests.map((request) => request.path)).toEqual([path]);
  } finally {
    await server.close();
  }
});
