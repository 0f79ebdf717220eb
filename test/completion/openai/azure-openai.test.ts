import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AzureOpenAI } from "../../../src/completion/openai/azure-openai.ts";
import { ConfigError } from "../../../src/core/errors.ts";
import { Secrets } from "../../../src/core/secrets.ts";
import {
  type FakeOpenAI,
  type FakeRequest,
  type Reply,
  refusal,
} from "../../helpers/fake-openai.ts";
import { serve, testCall, testContext } from "../contexts.ts";

const VERSION = "2024-10-21";

beforeEach(() => {
  for (const name of [
    "AZURE_OPENAI_API_KEY",
    "AZURE_OPENAI_AD_TOKEN",
    "AZURE_OPENAI_DEPLOYMENT",
    "AZURE_OPENAI_ENDPOINT",
    "OPENAI_API_VERSION",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
  ]) {
    vi.stubEnv(name, "");
  }
});

afterEach(() => {
  vi.unstubAllEnvs();
});

/** As Azure: one deployment of one version, and a key in a header of its own. */
function azure(answer: Reply) {
  return ({ path, headers }: FakeRequest): Reply => {
    if (headers["api-key"] !== "key-of-azure") return refusal(401, { message: "Access denied" });
    return path === `/openai/deployments/d1/chat/completions?api-version=${VERSION}`
      ? answer
      : refusal(404, { code: "DeploymentNotFound", message: "The deployment does not exist." });
  };
}

function endpointOf({ baseURL }: FakeOpenAI): string {
  return baseURL.replace(/\/v1$/, "");
}

function azureAt(server: FakeOpenAI, args: object = {}, context = testContext()): AzureOpenAI {
  const all = {
    endpoint: endpointOf(server),
    deployment: "d1",
    api_version: VERSION,
    api_key: "key-of-azure",
    ...args,
  };
  return new AzureOpenAI(AzureOpenAI.Args.parse(all), context);
}

function errorOf(args: object): ConfigError {
  try {
    new AzureOpenAI(AzureOpenAI.Args.parse(args), testContext());
  } catch (error) {
    if (error instanceof ConfigError) return error;
  }
  return expect.unreachable("no ConfigError came");
}

test("R25: a deployment is asked by its path, version and header", async () => {
  const server = await serve(azure({ text: "Lima", model: "gpt-4o-2024-08-06" }));

  const result = await azureAt(server).complete("Peru?", { temperature: 0 }, testCall());

  expect(result).toMatchObject({ completions: ["Lima"], model: "gpt-4o-2024-08-06" });
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
  expect(server.requests[0]?.body).toMatchObject({
    messages: [{ role: "system", content: "Peru?" }],
    temperature: 0,
  });
});

test("R25: the environment alone says where, which deployment and as whom", async () => {
  const server = await serve(azure("Lima"));
  vi.stubEnv("AZURE_OPENAI_ENDPOINT", `${endpointOf(server)}/`);
  vi.stubEnv("AZURE_OPENAI_DEPLOYMENT", "d1");
  vi.stubEnv("OPENAI_API_VERSION", VERSION);
  vi.stubEnv("AZURE_OPENAI_API_KEY", "key-of-azure");
  vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1");

  const fn = new AzureOpenAI(AzureOpenAI.Args.parse({}), testContext());
  const { completions } = await fn.complete("Peru?", {}, testCall());

  expect(completions).toEqual(["Lima"]);
});

test.each<[string, object, Record<string, string>]>([
  ["AZURE_OPENAI_AD_TOKEN", {}, { AZURE_OPENAI_AD_TOKEN: "token-of-entra" }],
  [
    "a variable of one's own, though there is a key",
    { azure_ad_token_env: "MY_TOKEN" },
    { MY_TOKEN: "token-of-entra", AZURE_OPENAI_API_KEY: "key-of-azure" },
  ],
])("R25: a token in %s is sent as such", async (_, args, env) => {
  const server = await serve("Lima");
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const secrets = new Secrets();

  await azureAt(server, { api_key: undefined, ...args }, testContext({ secrets })).complete(
    "Peru?",
    {},
    testCall(),
  );

  expect(server.requests[0]?.headers.authorization).toBe("Bearer token-of-entra");
  expect(server.requests[0]?.headers["api-key"]).toBeUndefined();
  expect(secrets.redact("token-of-entra")).toBe("[secret]");
});

test("api_key_env names the variable that holds the key", async () => {
  const server = await serve(azure("Lima"));
  vi.stubEnv("MY_AZURE_KEY", "key-of-azure");
  vi.stubEnv("AZURE_OPENAI_AD_TOKEN", "token-of-entra");

  const fn = azureAt(server, { api_key: undefined, api_key_env: "MY_AZURE_KEY" });

  expect((await fn.complete("Peru?", {}, testCall())).completions).toEqual(["Lima"]);
});

test.each([
  [
    "chat",
    "davinci-002",
    `/openai/deployments/davinci-002/chat/completions?api-version=${VERSION}`,
  ],
  ["text", "gpt-4o", `/openai/deployments/gpt-4o/completions?api-version=${VERSION}`],
  ["responses", "gpt-4o", `/openai/responses?api-version=${VERSION}`],
])("R25: api %s says how %s is asked; its name says nothing", async (api, deployment, path) => {
  const server = await serve("Lima");

  const fn = azureAt(server, { api, deployment });

  expect((await fn.complete("Peru?", {}, testCall())).completions).toEqual(["Lima"]);
  expect(server.requests[0]).toMatchObject({ path, body: { model: deployment } });
});

test("chat is what a deployment is asked by unless something else is said", async () => {
  const server = await serve(azure({ text: "Lima" }));

  const { completions } = await azureAt(server, { stream: true }).complete("?", {}, testCall());

  expect(completions).toEqual(["Lima"]);
});

test.each<[string, object, Partial<ConfigError>]>([
  [
    "deployment",
    { endpoint: "https://x.example", api_version: VERSION, api_key: "k" },
    {
      message: "Azure is to be asked, and no deployment is given",
      fix: "set AZURE_OPENAI_DEPLOYMENT, or deployment in the args, as in my-gpt-4o",
    },
  ],
  [
    "endpoint",
    { deployment: "d1", api_version: VERSION, api_key: "k" },
    { message: "Azure is to be asked, and no endpoint is given" },
  ],
  [
    "api_version",
    { endpoint: "https://x.example", deployment: "d1", api_key: "k" },
    {
      message: "Azure is to be asked, and no api_version is given",
      fix: "set OPENAI_API_VERSION, or api_version in the args, as in 2024-10-21",
    },
  ],
  [
    "key",
    { endpoint: "https://x.example", deployment: "d1", api_version: VERSION },
    { message: "AZURE_OPENAI_API_KEY is not set", fix: "set AZURE_OPENAI_API_KEY to the key" },
  ],
  [
    "token where one is named",
    {
      endpoint: "https://x.example",
      deployment: "d1",
      api_version: VERSION,
      azure_ad_token_env: "OAIEVAL_TEST_NO_TOKEN",
    },
    { message: "OAIEVAL_TEST_NO_TOKEN is not set", fix: "set OAIEVAL_TEST_NO_TOKEN to the token" },
  ],
  [
    "address that is one",
    { endpoint: "x.example", deployment: "d1", api_version: VERSION, api_key: "k" },
    { message: '"x.example" is not the address of an Azure resource', where: "endpoint" },
  ],
])("without a %s nothing is asked, and one line says what to set", (_, args, expected) => {
  expect(errorOf(args)).toMatchObject(expected);
});

test.each([
  [
    {},
    [
      "set AZURE_OPENAI_DEPLOYMENT",
      "set AZURE_OPENAI_ENDPOINT",
      "set OPENAI_API_VERSION",
      "set AZURE_OPENAI_API_KEY",
    ],
  ],
  [
    { deployment: "d1", endpoint: "https://x.example", api_version: VERSION, api_key_env: "MINE" },
    ["set MINE"],
  ],
  [{ deployment: "d1", endpoint: "https://x.example", api_version: VERSION, api_key: "k" }, []],
])("what %j needs is %j", (args, needs) => {
  expect(AzureOpenAI.needs(args)).toEqual(needs);
});

test("a deployment that is not there, and a wrong key, end the run with a hint in one line", async () => {
  const server = await serve(azure("Lima"));
  const errorFrom = (args: object) =>
    azureAt(server, args)
      .complete("Peru?", {}, testCall())
      .catch((error) => error);

  expect(await errorFrom({ deployment: "d2" })).toMatchObject({
    kind: "fatal",
    message: expect.stringMatching(/^d2 at 127\.0\.0\.1:\d+: 404 The deployment does not exist\.$/),
    where: `${endpointOf(server)}/openai/deployments/d2/chat/completions`,
    fix: expect.stringContaining('check the deployment "d2"'),
  });
  expect(await errorFrom({ api_key: "wrong-key" })).toMatchObject({
    kind: "fatal",
    fix: "check the key in api_key",
  });
});

test("R17: what a deployment refuses is learnt", async () => {
  const server = await serve(({ body }) =>
    "max_tokens" in body
      ? refusal(400, { message: "no", code: "unsupported_parameter", param: "max_tokens" })
      : "Lima",
  );

  const { sent } = await azureAt(server).complete("Peru?", { max_tokens: 5 }, testCall());

  expect(sent?.params).toEqual({ max_completion_tokens: 5 });
});
