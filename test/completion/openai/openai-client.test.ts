import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import glob from "fast-glob";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OpenAIChat } from "../../../src/completion/openai/openai-chat.ts";
import {
  EndpointArgs,
  OpenAIEndpoint,
  openaiNeeds,
} from "../../../src/completion/openai/openai-client.ts";
import { ConfigError } from "../../../src/core/errors.ts";
import { Secrets } from "../../../src/core/secrets.ts";
import { connectProxy } from "../connect-proxy.ts";
import { chatAt, serve, testCall, testContext } from "../contexts.ts";

const SRC = fileURLToPath(new URL("../../../src/completion", import.meta.url));

beforeEach(() => {
  for (const name of ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"]) {
    vi.stubEnv(name, "");
  }
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function endpoint(args: EndpointArgs = {}, secrets = new Secrets()): OpenAIEndpoint {
  return new OpenAIEndpoint(EndpointArgs.parse(args), testContext({ secrets }));
}

function errorOf(make: () => unknown): ConfigError {
  try {
    make();
  } catch (error) {
    if (error instanceof ConfigError) return error;
  }
  return expect.unreachable("no ConfigError came");
}

test("a missing key is one line with three ways out, before anything is asked", () => {
  const error = errorOf(() => new OpenAIChat({ model: "gpt-4o" }, testContext()));

  expect(error.message).toContain("OPENAI_API_KEY");
  expect(error.message).toContain("OPENAI_BASE_URL=http://localhost:11434/v1");
  expect(error.message).toContain("oaieval baseline/countries extract_countries");
  expect(error.message).not.toContain("\n");
});

test.each<[EndpointArgs, string[]]>([
  [{}, ["set OPENAI_API_KEY"]],
  [
    { api_key_env: "OAIEVAL_TEST_NO_KEY", base_url: "http://localhost:1/v1" },
    ["set OAIEVAL_TEST_NO_KEY"],
  ],
  [{ base_url: "https://eu.api.openai.com/v1" }, ["set OPENAI_API_KEY"]],
  [{ base_url: "http://localhost:1/v1" }, []],
  [{ api_key: "sk-1" }, []],
])("what %j needs is %j", (args, needs) => {
  expect(openaiNeeds(args)).toEqual(needs);
});

test("a key, or an endpoint of one's own, is all that is needed", () => {
  vi.stubEnv("OPENAI_BASE_URL", "http://localhost:1/v1");
  expect(openaiNeeds({})).toEqual([]);
  vi.stubEnv("OPENAI_BASE_URL", "");
  vi.stubEnv("OPENAI_API_KEY", "sk-1");
  expect(openaiNeeds({})).toEqual([]);
});

test("key, organisation, project and base URL come from the environment, as the SDK has them", async () => {
  const server = await serve("Lima");
  vi.stubEnv("OPENAI_BASE_URL", ` ${server.baseURL} `);
  vi.stubEnv("OPENAI_API_KEY", " sk-from-environment ");
  vi.stubEnv("OPENAI_ORG_ID", "org-1");
  vi.stubEnv("OPENAI_PROJECT_ID", "proj-1");

  await new OpenAIChat({ model: "gpt-4o" }, testContext()).complete("Peru?", {}, testCall());

  expect(server.requests[0]?.headers).toMatchObject({
    authorization: "Bearer sk-from-environment",
    "openai-organization": "org-1",
    "openai-project": "proj-1",
  });
});

test("args win over the environment", async () => {
  const server = await serve("Lima");
  vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1");
  vi.stubEnv("OPENAI_API_KEY", "sk-from-environment");
  vi.stubEnv("OPENAI_ORG_ID", "org-1");
  const fn = chatAt(server, {
    api_key: "sk-from-args",
    organization: "org-2",
    default_headers: { "x-team": "a" },
  });

  await fn.complete("Peru?", {}, testCall());

  expect(server.requests[0]?.headers).toMatchObject({
    authorization: "Bearer sk-from-args",
    "openai-organization": "org-2",
    "x-team": "a",
  });
});

test("api_key_env names the variable that holds the key", async () => {
  const server = await serve("Lima");
  vi.stubEnv("OPENAI_API_KEY", "sk-of-openai");
  vi.stubEnv("TOGETHER_API_KEY", "key-of-together");

  await chatAt(server, { api_key_env: "TOGETHER_API_KEY" }).complete("Peru?", {}, testCall());

  expect(server.requests[0]?.headers.authorization).toBe("Bearer key-of-together");
});

test("a variable that api_key_env names must be set", () => {
  const { message, fix } = errorOf(() =>
    endpoint({ base_url: "http://localhost:1/v1", api_key_env: "OAIEVAL_TEST_NO_KEY" }),
  );

  expect(message).toBe("OAIEVAL_TEST_NO_KEY, which api_key_env names, is not set");
  expect(fix).toBe("set OAIEVAL_TEST_NO_KEY to the key");
});

test("an endpoint that is not OpenAI's needs no key", async () => {
  const server = await serve("Lima");

  await chatAt(server).complete("Peru?", {}, testCall());

  expect(server.requests[0]?.headers.authorization).toBe("Bearer none");
});

test.each(["https://api.openai.com/v1", "https://eu.api.openai.com/v1"])(
  "%s needs a key",
  (base_url) => {
    expect(errorOf(() => endpoint({ base_url })).message).toContain("OPENAI_API_KEY is not set");
  },
);

test.each([
  [{ base_url: "localhost:11434" }, "base_url"],
  [{ api_base: "ftp://models.example" }, "base_url"],
  [{ base_url: "http://" }, "base_url"],
])("%o is no endpoint", (args, where) => {
  const error = errorOf(() => endpoint(args));

  expect(error.message).toContain(`"${Object.values(args)[0]}" is not the address`);
  expect(error.where).toBe(where);
});

test("a base URL in the environment that is none is named by its variable", () => {
  vi.stubEnv("OPENAI_BASE_URL", "models.example");

  expect(errorOf(() => endpoint())).toMatchObject({ where: "OPENAI_BASE_URL" });
});

test("a key with stray characters is refused before it is sent, and not shown", () => {
  const { message } = errorOf(() => endpoint({ api_key: "sk-abc…0123456789" }));

  expect(message).toBe("the key in api_key has spaces or characters that no key has");
});

test("R122: keys and headers that hold one are secrets as soon as they are known", () => {
  vi.stubEnv("OPENAI_API_KEY", "sk-CANARY-environment");
  const secrets = new Secrets();
  endpoint({}, secrets);
  endpoint({ api_key: "sk-CANARY-argument" }, secrets);
  endpoint({ default_headers: { "Api-Key": "CANARY-header", "x-team": "harmless-team" } }, secrets);

  const text =
    "sk-CANARY-environment sk-CANARY-argument CANARY-header harmless-team user:pass@models.example";

  expect(secrets.redact(text)).toBe(
    "[secret] [secret] [secret] harmless-team user:pass@models.example",
  );
});

test("credentials and queries of a base URL are left out of what is shown", () => {
  const { url } = endpoint({ base_url: "http://user:pass@models.example/v1/?token=x" });

  expect(url).toBe("http://models.example/v1");
});

test.each([
  ["https://api.openai.com/v1", true],
  ["https://us.api.openai.com/v1", true],
  ["https://api.openai.com.example/v1", false],
  ["https://myapi.openai.com.example/v1", false],
])("%s is OpenAI's own: %s", (base_url, expected) => {
  expect(endpoint({ base_url, api_key: "sk-1" }).isOfficial).toBe(expected);
});

test("a name's openai/ is taken off before OpenAI's own endpoint", async () => {
  vi.stubEnv("https_proxy", "http://127.0.0.1:1"); // nothing listens there
  vi.stubEnv("no_proxy", "");
  const fn = new OpenAIChat({ model: "openai/gpt-4o", api_key: "sk-1" }, testContext());

  const answer = fn.complete("Peru?", {}, testCall());

  await expect(answer).rejects.toThrow(/^gpt-4o at api\.openai\.com: nothing listens there/);
});

test("R36, R132: the SDK and undici are imported on use, never at the top of a file", () => {
  const eager = glob
    .sync("*.ts", { cwd: SRC, absolute: true })
    .filter((file) =>
      /^import (?!type )[^;]*from "(openai|undici)/m.test(readFileSync(file, "utf8")),
    );

  expect(eager).toEqual([]);
});

test.each(["directly", "through a proxy"])(
  "a process that asked %s ends by itself after the last answer",
  async (way) => {
    const server = await serve("Lima");
    const proxy = way === "directly" ? undefined : await connectProxy();
    const child = spawn(process.execPath, ["ask.mjs"], {
      cwd: fileURLToPath(new URL("../fixtures", import.meta.url)),
      env: { PATH: process.env["PATH"], OPENAI_BASE_URL: server.baseURL, HTTP_PROXY: proxy?.url },
      stdio: ["ignore", "pipe", "inherit"],
      timeout: 20_000, // kills it, and then the exit code is null
    });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    const [code] = await once(child, "close");

    expect({ code, output }).toEqual({ code: 0, output: "Lima\nLima\nLima\n" });
    const { host } = new URL(server.baseURL);
    expect(new Set(proxy?.asked)).toEqual(new Set(proxy ? [host] : []));
  },
);
