import { z } from "zod";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../../core/completion.ts";
import { CompletionError, ConfigError } from "../../core/errors.ts";
import { type Prompt, toMessages } from "../../core/prompt.ts";
import type { CompletionFnContext, Needs } from "../../core/registry-view.ts";
import { timeLimit, withinTime } from "../calls/time-limit.ts";
import { toPlainText } from "../calls/turns.ts";
import type { FailedRequest } from "../openai/failed-request.ts";
import { variable } from "../openai/openai-client.ts";
import { errorFields } from "../openai/openai-error-body.ts";
import { connectionError } from "../openai/openai-network-error.ts";
import { refusalError } from "../openai/openai-refusal.ts";
import { type Fetch, openTransport } from "../openai/transport.ts";
import { answerInJson } from "./answer-in-json.ts";
import { type JsonPath, parsePath, valueAt } from "./json-path.ts";
import { type JsonTemplate, parseJsonTemplate } from "./json-template.ts";

const Args = z.strictObject({
  /** Address of the application. */
  url: z.url({ protocol: /^https?$/ }),
  method: z.enum(["POST", "PUT", "PATCH"]).default("POST"),
  /** Headers of every request. */
  headers: z.record(z.string(), z.string()).default({}),
  /**
   * Headers whose values are secret: each with the environment variable that holds it, or a text
   * that has it in braces, as in `Bearer {MY_TOKEN}`.
   */
  header_env: z.record(z.string(), z.string()).default({}),
  /**
   * What is sent, as JSON. Its texts may hold `{prompt}`, `{messages}`, `{text}`, `{sample_id}`,
   * `{params}` and fields of a row as `{sample.x}`; a text that is only a placeholder becomes the
   * value itself.
   */
  body: z.json().default({ prompt: "{text}", messages: "{messages}" }),
  /** Where the answer is in the JSON that comes back, as in `choices[0].text`. @default all of it */
  path: z.string().optional(),
  /** What comes back. */
  output: z.enum(["text", "json"]).default("json"),
  /** Longest wait for one answer, in seconds. @default --timeout */
  timeout: z.number().positive().optional(),
});
type Args = z.infer<typeof Args>;

/** Any application that answers over HTTP. */
export class HttpEndpoint implements CompletionFn {
  static readonly Args = Args;
  static readonly needs: Needs = ({ header_env = {} }) =>
    Object.values(Object(header_env))
      .flatMap((text) => variablesIn(String(text)))
      .filter((name) => variable(name) === undefined)
      .map((name) => `set ${name}`);

  readonly #args: Args;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #body: JsonTemplate;
  readonly #path: JsonPath;
  readonly #context: CompletionFnContext;
  #fetch: Promise<Fetch> | undefined;

  /** @throws {ConfigError} when a template or path is none, or a named variable is not set */
  constructor(args: Args, context: CompletionFnContext) {
    this.#args = args;
    this.#headers = lowerCased({
      "content-type": "application/json",
      accept: args.output === "json" ? "application/json" : "text/plain, */*",
      ...lowerCased(args.headers),
      ...secretHeaders(args.header_env, context),
    });
    this.#body = parseJsonTemplate(args.body, PLACEHOLDERS, "body");
    this.#path = parsePath(args.path ?? "", "path");
    this.#context = context;
  }

  async complete(
    prompt: Prompt,
    params: CompletionParams,
    call: CallContext,
  ): Promise<CompletionResult> {
    const limit = timeLimit(this.#context, this.#args.timeout);
    const body = JSON.stringify(this.#fill(prompt, params, call));
    const { response, text } = await withinTime(limit, call.signal, (own) => this.#send(body, own));
    if (!response.ok) throw this.#refused(response, text);
    if (this.#args.output === "text") return { completions: [text] };
    return answerInJson(this.#parsed(text), this.#path);
  }

  #fill(prompt: Prompt, params: CompletionParams, { sample, sampleId }: CallContext): unknown {
    const values = {
      prompt,
      messages: toMessages(prompt, "user"),
      text: toPlainText(prompt),
      sample_id: sampleId,
      params,
      sample,
    };
    return this.#body.fill((path) => {
      const found = valueAt(values, path);
      if (found.isThere) return found.value;
      if (path[0] === "params") return null;
      throw new CompletionError(`the body cannot be filled: ${found.reason}`);
    });
  }

  async #send(body: string, signal: AbortSignal): Promise<{ response: Response; text: string }> {
    this.#fetch ??= openTransport();
    const fetch = await this.#fetch;
    const { url, method } = this.#args;
    try {
      const response = await fetch(url, { method, headers: this.#headers, body, signal });
      return { response, text: await response.text() };
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof Error ? connectionError(error, this.#failed()) : error;
    }
  }

  #refused({ status, headers }: Response, text: string): CompletionError {
    const fields = errorFields(jsonOr(text)) ?? { message: text || "nothing" };
    return refusalError({ status, headers, fields }, this.#failed());
  }

  #parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (cause) {
      const shown = this.#context.secrets.redact(JSON.stringify(text.slice(0, 200)));
      throw new CompletionError(`${this.#context.name} answered no JSON: ${shown}`, {
        kind: "transient",
        code: "no_answer",
        where: this.#failed().endpoint.url,
        fix: "check the url; for plain text set output: text",
        cause,
      });
    }
  }

  #failed(): FailedRequest {
    const { origin, pathname } = new URL(this.#args.url);
    return {
      model: this.#context.name,
      endpoint: {
        url: origin + pathname,
        keySource: "headers or header_env",
        whenUnknown: () => "check the url",
      },
      path: "",
      waitedMs: 0,
      secrets: this.#context.secrets,
    };
  }
}

const PLACEHOLDERS = ["prompt", "messages", "text", "sample_id", "params", "sample"];

/** The variables that a header is made of. */
function variablesIn(text: string): string[] {
  if (/^\w+$/.test(text)) return [text];
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

function secretHeaders(
  named: Readonly<Record<string, string>>,
  { secrets }: CompletionFnContext,
): Readonly<Record<string, string>> {
  const secret = (name: string, header: string) => {
    const value = variable(name);
    secrets.add(value);
    if (value !== undefined) return value;
    throw new ConfigError(`${name}, which header_env names, is not set`, {
      fix: `set ${name}: the header ${header} is made of it`,
    });
  };
  return Object.fromEntries(
    Object.entries(named).map(([header, text]) => {
      const template = /^\w+$/.test(text) ? `{${text}}` : text;
      return [header, template.replace(/\{(\w+)\}/g, (_, name: string) => secret(name, header))];
    }),
  );
}

/** Names in one spelling: of two that differ in case both would be sent. */
function lowerCased(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
