import { expect, test } from "vitest";
import { Secrets } from "../../src/core/secrets.ts";
import { keepSecrets } from "../../src/registry/secret-args.ts";

/** What is left of a text once the secrets of some args are taken out. */
function redacted(args: unknown, text: string): string {
  const secrets = new Secrets();
  keepSecrets(args, secrets);
  return secrets.redact(text);
}

test.each([
  ["api_key", { api_key: "sk-0123456789" }],
  ["apiKey, deeper down", { settings: { apiKey: "sk-0123456789" } }],
  ["azure_ad_token", { azure_ad_token: "sk-0123456789" }],
  ["a header", { headers: { Authorization: "sk-0123456789" } }],
])("what stands under %s is a secret", (_, args) => {
  expect(redacted(args, "the key sk-0123456789")).toBe("the key [secret]");
});

test.each([
  ["api_key_env", { api_key_env: "ACME_API_KEY" }],
  ["azure_ad_token_env", { azure_ad_token_env: "ACME_API_KEY" }],
  ["apiKeyEnv", { apiKeyEnv: "ACME_API_KEY" }],
  ["header_env", { header_env: { Authorization: "ACME_API_KEY", "X-Api-Key": "ACME_API_KEY" } }],
])("%s names variables, and a name is no secret", (_, args) => {
  expect(redacted(args, "ACME_API_KEY is not set")).toBe("ACME_API_KEY is not set");
});

test.each([
  ["api_key_env", { api_key_env: "sk-0123456789" }],
  ["header_env", { header_env: { Authorization: "sk-0123456789" } }],
  ["the values of a program's env", { env: { ACME_API_KEY: "sk_0123456789" } }],
])("a key under %s is a secret all the same", (_, args) => {
  expect(redacted(args, "sk-0123456789 sk_0123456789")).toContain("[secret]");
});
