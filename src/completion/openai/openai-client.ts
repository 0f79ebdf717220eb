import type { ClientOptions } from "openai";
import { z } from "zod";
import { LONGEST_TIMER } from "../../core/deadline.ts";
import { ConfigError } from "../../core/errors.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Connection } from "./openai-sdk.ts";

/** Arguments that say which endpoint is asked, and as whom. */
export const EndpointArgs = z.strictObject({
  /** Address of an OpenAI-compatible endpoint. @default OPENAI_BASE_URL, else api.openai.com */
  base_url: z.string().optional(),
  /** The same, by the name that openai/evals uses. */
  api_base: z.string().optional(),
  /** @default what `api_key_env` holds */
  api_key: z.string().optional(),
  /** Environment variable that holds the key. @default OPENAI_API_KEY */
  api_key_env: z.string().optional(),
  /** @default OPENAI_ORG_ID */
  organization: z.string().optional(),
  /** Headers of every request. */
  default_headers: z.record(z.string(), z.string()).optional(),
});

/** See the schema of the same name. */
export type EndpointArgs = z.infer<typeof EndpointArgs>;

/** OpenAI's own endpoint, or any that speaks its protocol. */
export class OpenAIEndpoint implements Endpoint {
  readonly url: string;
  /** Whether this is OpenAI's own service. */
  readonly isOfficial: boolean;
  readonly keySource: string;
  readonly #options: ClientOptions;
  #connection: Promise<Connection> | undefined;

  /** @throws {ConfigError} when the base URL is none, or a key is needed and there is none */
  constructor(args: EndpointArgs, { secrets, timeoutMs }: CompletionFnContext) {
    const { baseURL, url } = parseBaseUrl(args);
    this.url = url.origin + url.pathname.replace(/\/$/, "");
    this.isOfficial = isOfficial(url);
    this.keySource = args.api_key === undefined ? keyVariable(args) : "api_key";

    const apiKey = findKey(args, this);
    secrets.add(apiKey);
    for (const secret of secretHeaders(args.default_headers)) secrets.add(secret);
    this.#options = {
      baseURL,
      apiKey,
      organization: args.organization,
      defaultHeaders: args.default_headers,
      timeout: Math.min(timeoutMs, LONGEST_TIMER),
    };
  }

  whenUnknown(model: string, path: string): string {
    const check = `check the model's name and ${this.url}`;
    const other = OTHER_KINDS[path];
    return other
      ? `${check}; if ${other.when}, ask it as ${other.fn} --completion-args model=${model}`
      : check;
  }

  connect(): Promise<Connection> {
    this.#connection ??= connect(this.#options);
    return this.#connection;
  }
}

async function connect(options: ClientOptions): Promise<Connection> {
  const { connectOpenAI } = await import("./openai-sdk.ts");
  return connectOpenAI(options);
}

/** When a model is asked in another way than by this path. */
const OTHER_KINDS: Readonly<Record<string, { readonly when: string; readonly fn: string }>> = {
  "/chat/completions": { when: "the model only completes text", fn: "builtin:openai-text" },
  "/completions": { when: "the model only chats", fn: "builtin:openai-chat" },
  "/responses": { when: "the endpoint has no Responses API", fn: "builtin:openai-chat" },
};

/** Whether models are asked at an endpoint of one's own unless something else says where. */
export function hasOwnBaseUrl(): boolean {
  return variable("OPENAI_BASE_URL") !== undefined;
}

/** What has to be set before such an endpoint can be asked. */
export function openaiNeeds(args: EndpointArgs): string[] {
  const name = keyVariable(args);
  if (args.api_key !== undefined || variable(name) !== undefined) return [];
  const wantsKey = args.api_key_env !== undefined || isOfficial(parseBaseUrl(args).url);
  return wantsKey ? [`set ${name}`] : [];
}

const OFFICIAL_URL = "https://api.openai.com/v1";

function parseBaseUrl({ base_url, api_base }: EndpointArgs): { baseURL: string; url: URL } {
  const given = base_url ?? api_base;
  const baseURL = given ?? variable("OPENAI_BASE_URL") ?? OFFICIAL_URL;
  if (/^https?:/i.test(baseURL) && URL.canParse(baseURL)) return { baseURL, url: new URL(baseURL) };
  throw new ConfigError(`"${baseURL}" is not the address of an endpoint`, {
    where: given === undefined ? "OPENAI_BASE_URL" : "base_url",
    fix: "write it like http://localhost:11434/v1",
  });
}

function isOfficial({ hostname }: URL): boolean {
  return /(?:^|\.)api\.openai\.com$/.test(hostname);
}

function findKey(args: EndpointArgs, { isOfficial, keySource }: OpenAIEndpoint): string {
  const key = args.api_key ?? variable(keySource);
  if (key !== undefined) return checkedKey(key, keySource);
  if (args.api_key_env !== undefined) {
    throw new ConfigError(`${keySource}, which api_key_env names, is not set`, {
      fix: `set ${keySource} to the key`,
    });
  }
  if (isOfficial) throw new ConfigError(NO_KEY);
  return "none"; // the SDK wants one; local servers do not look at it
}

const NO_KEY =
  "OPENAI_API_KEY is not set: set it, or ask a local server " +
  "(OPENAI_BASE_URL=http://localhost:11434/v1), or try it offline: " +
  "oaieval baseline/countries extract_countries";

/**
 * A key that can be sent: a stray character would make every request fail, with a message about
 * bytes.
 *
 * @throws {ConfigError} when it cannot
 */
export function checkedKey(key: string, keySource: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new ConfigError(`the key in ${keySource} has spaces or characters that no key has`, {
    fix: "copy it once more",
  });
}

function keyVariable({ api_key_env = "OPENAI_API_KEY" }: EndpointArgs): string {
  return api_key_env;
}

/** The values of headers that by their names hold a key. */
export function secretHeaders(headers: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(headers)
    .filter(([name]) => /auth|key|token|secret|cookie/i.test(name))
    .map(([, value]) => value);
}

/** A variable of the environment as the SDK reads it: trimmed, and empty is unset. */
export function variable(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}
