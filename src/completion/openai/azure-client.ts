import type { AzureClientOptions } from "openai/azure";
import { z } from "zod";
import { LONGEST_TIMER } from "../../core/deadline.ts";
import { ConfigError } from "../../core/errors.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import type { Endpoint } from "./endpoint.ts";
import type { OpenAIApi } from "./openai-api.ts";
import { checkedKey, secretHeaders, variable } from "./openai-client.ts";
import type { Connection } from "./openai-sdk.ts";

/** Arguments that say which deployment is asked, and as whom. */
export const AzureArgs = z.strictObject({
  /** Name of the deployment, whatever its model is. @default AZURE_OPENAI_DEPLOYMENT */
  deployment: z.string().min(1).optional(),
  /** Address of the resource. @default AZURE_OPENAI_ENDPOINT */
  endpoint: z.string().optional(),
  /** @default OPENAI_API_VERSION */
  api_version: z.string().optional(),
  /** @default what `api_key_env` holds */
  api_key: z.string().optional(),
  /** Environment variable that holds the key. @default AZURE_OPENAI_API_KEY */
  api_key_env: z.string().optional(),
  /** Environment variable that holds a token of Entra ID. @default AZURE_OPENAI_AD_TOKEN, where there is no key */
  azure_ad_token_env: z.string().optional(),
  /** Headers of every request. */
  default_headers: z.record(z.string(), z.string()).optional(),
});

/** See the schema of the same name. */
export type AzureArgs = z.infer<typeof AzureArgs>;

/** A deployment of Azure OpenAI. */
export class AzureEndpoint implements Endpoint {
  readonly url: string;
  readonly keySource: string;
  readonly deployment: string;
  readonly #options: AzureClientOptions;
  #connection: Promise<Connection> | undefined;

  /** @throws {ConfigError} when deployment, address, version or key are not known, or are none */
  constructor(
    args: AzureArgs,
    { path }: Pick<OpenAIApi, "path">,
    { secrets, timeoutMs }: CompletionFnContext,
  ) {
    const { source, secret, isToken } = credential(args);
    const baseURL = `${address(args)}/openai`;
    this.deployment = given("deployment", args.deployment);
    this.url = path === "/responses" ? baseURL : `${baseURL}/deployments/${this.deployment}`;
    this.keySource = source;

    secrets.add(secret);
    for (const value of secretHeaders(args.default_headers)) secrets.add(value);
    this.#options = {
      baseURL,
      deployment: this.deployment,
      apiVersion: given("api_version", args.api_version),
      // Left out, the SDK looks for a key by itself, and then refuses to have both.
      ...(isToken ? { apiKey: "", azureADTokenProvider: async () => secret } : { apiKey: secret }),
      defaultHeaders: args.default_headers,
      timeout: Math.min(timeoutMs, LONGEST_TIMER),
    };
  }

  whenUnknown(): string {
    return (
      `check the deployment "${this.deployment}", endpoint and api_version; ` +
      "a deployment that only completes text wants --completion-args api=text"
    );
  }

  connect(): Promise<Connection> {
    this.#connection ??= connect(this.#options);
    return this.#connection;
  }
}

/** What has to be set before such a deployment can be asked. */
export function azureNeeds(args: AzureArgs): string[] {
  const variables = Object.entries(VARIABLES) as [keyof typeof VARIABLES, string][];
  const unset = variables
    .filter(([name, place]) => args[name] === undefined && variable(place) === undefined)
    .map(([, place]) => `set ${place}`);
  const { secret, source } = findCredential(args);
  return secret === undefined ? [...unset, `set ${source}`] : unset;
}

async function connect(options: AzureClientOptions): Promise<Connection> {
  const { connectAzure } = await import("./openai-sdk.ts");
  return connectAzure(options);
}

const VARIABLES = {
  deployment: "AZURE_OPENAI_DEPLOYMENT",
  endpoint: "AZURE_OPENAI_ENDPOINT",
  api_version: "OPENAI_API_VERSION",
} as const;

const EXAMPLES: Readonly<Record<keyof typeof VARIABLES, string>> = {
  deployment: "my-gpt-4o",
  endpoint: "https://my-resource.openai.azure.com",
  api_version: "2024-10-21",
};

function given(name: keyof typeof VARIABLES, value: string | undefined): string {
  const known = value ?? variable(VARIABLES[name]);
  if (known !== undefined) return known;
  throw new ConfigError(`Azure is to be asked, and no ${name} is given`, {
    fix: `set ${VARIABLES[name]}, or ${name} in the args, as in ${EXAMPLES[name]}`,
  });
}

function address({ endpoint }: AzureArgs): string {
  const url = given("endpoint", endpoint);
  if (/^https?:/i.test(url) && URL.canParse(url)) return url.replace(/\/+$/, "");
  throw new ConfigError(`"${url}" is not the address of an Azure resource`, {
    where: endpoint === undefined ? VARIABLES.endpoint : "endpoint",
    fix: `write it like ${EXAMPLES.endpoint}`,
  });
}

interface Credential {
  /** A variable or an argument. */
  readonly source: string;
  readonly secret: string;
  readonly isToken: boolean;
}

function credential(args: AzureArgs): Credential {
  const { source, secret, isToken } = findCredential(args);
  if (secret !== undefined) return { source, secret: checkedKey(secret, source), isToken };
  throw new ConfigError(`${source} is not set`, {
    fix: `set ${source} to the ${isToken ? "token" : "key"}`,
  });
}

/** What the args name comes before what the environment has, and a key before a token. */
function findCredential(
  args: AzureArgs,
): Omit<Credential, "secret"> & { readonly secret: string | undefined } {
  const { api_key, api_key_env, azure_ad_token_env } = args;
  if (api_key !== undefined) return { source: "api_key", secret: api_key, isToken: false };
  const isToken =
    api_key_env === undefined &&
    (azure_ad_token_env !== undefined ||
      (variable(KEY) === undefined && variable(TOKEN) !== undefined));
  const source = isToken ? (azure_ad_token_env ?? TOKEN) : (api_key_env ?? KEY);
  return { source, secret: variable(source), isToken };
}

const KEY = "AZURE_OPENAI_API_KEY";
const TOKEN = "AZURE_OPENAI_AD_TOKEN";
