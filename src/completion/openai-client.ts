import type { ClientOptions, OpenAI } from "openai";
import { z } from "zod";
import { ConfigError } from "../core/errors.ts";
import type { CompletionFnContext } from "../core/registry-view.ts";
import { errorFields } from "./openai-error-body.ts";
import { openTransport } from "./transport.ts";

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

/** An endpoint that speaks OpenAI's protocol. Nothing is loaded or opened before its first use. */
export class OpenAIEndpoint {
  /** The base URL, without credentials. */
  readonly url: string;
  /** Whether this is OpenAI's own service. */
  readonly isOfficial: boolean;
  /** Where the key comes from: a variable or an argument. */
  readonly keySource: string;
  readonly #options: ClientOptions;
  #client: Promise<OpenAI> | undefined;

  /** @throws {ConfigError} when the base URL is none, or a key is needed and there is none */
  constructor(args: EndpointArgs, { secrets, timeoutMs }: CompletionFnContext) {
    const { baseURL, url } = parseBaseUrl(args);
    this.url = url.origin + url.pathname.replace(/\/$/, "");
    this.isOfficial = /(?:^|\.)api\.openai\.com$/.test(url.hostname);
    this.keySource = args.api_key === undefined ? keyVariable(args) : "api_key";

    const apiKey = findKey(args, this);
    secrets.add(apiKey);
    for (const secret of secretHeaders(args)) secrets.add(secret);
    this.#options = {
      baseURL,
      apiKey,
      organization: args.organization,
      defaultHeaders: args.default_headers,
      timeout: Math.min(timeoutMs, LONGEST_TIMER),
      maxRetries: 0, // ours see every failure
    };
  }

  /** The SDK's client, made when it is first asked for. */
  client(): Promise<OpenAI> {
    this.#client ??= connect(this.#options);
    return this.#client;
  }
}

/** Whether models are asked at an endpoint of one's own unless something else says where. */
export function hasOwnBaseUrl(): boolean {
  return variable("OPENAI_BASE_URL") !== undefined;
}

async function connect(options: ClientOptions): Promise<OpenAI> {
  const [{ OpenAI }, fetch] = await Promise.all([import("openai"), openTransport()]);

  /** The SDK looks for a refusal's reason under `error` only; not all servers put it there. */
  class OpenAIClient extends OpenAI {
    protected override makeStatusError(...[status, body, ...rest]: StatusError) {
      return super.makeStatusError(status, { error: errorFields(body) }, ...rest);
    }
  }
  return new OpenAIClient({ ...options, fetch });
}

type StatusError = [status: number, body: object, message: string | undefined, headers: Headers];

/** Node's timers fire at once when they are set to more milliseconds than this. */
const LONGEST_TIMER = 2 ** 31 - 1;

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

/** A stray character would make every request fail, with a message about bytes. */
function checkedKey(key: string, keySource: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new ConfigError(`the key in ${keySource} has spaces or characters that no key has`, {
    fix: "copy it once more",
  });
}

function keyVariable({ api_key_env = "OPENAI_API_KEY" }: EndpointArgs): string {
  return api_key_env;
}

function secretHeaders({ default_headers = {} }: EndpointArgs): string[] {
  return Object.entries(default_headers)
    .filter(([name]) => /auth|key|token|secret|cookie/i.test(name))
    .map(([, value]) => value);
}

/** A variable of the environment as the SDK reads it: trimmed, and empty is unset. */
export function variable(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}
