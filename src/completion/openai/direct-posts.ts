import type { WireAnswer, WireLimits, WireRequest } from "./exchange.ts";
import { errorFields } from "./openai-error-body.ts";
import { toHeaders } from "./transport.ts";
import type { Fetch, Wire } from "./wire.ts";

/** Address and headers of requests to one path. */
export type RequestHead = Omit<WireRequest, "body">;

/** Sends a request by the SDK, which finds this in place of its `fetch`. */
export type TrySdk = (fetch: Fetch, path: string, body: object) => Promise<unknown>;

/**
 * Posts JSON as the SDK does, with the same headers and errors, at a fraction of its cost: the SDK
 * makes the head of the first request to a path, and that of all others is the same.
 */
export class DirectPosts {
  readonly #wire: Wire;
  readonly #trySdk: TrySdk;
  readonly #heads = new Map<string, Promise<RequestHead>>();

  constructor(wire: Wire, trySdk: TrySdk) {
    this.#wire = wire;
    this.#trySdk = trySdk;
  }

  /**
   * @throws {APIError} when the answer is a refusal or none came
   */
  async post(path: string, body: object, limits: WireLimits): Promise<WireAnswer> {
    const head = this.#heads.get(path) ?? this.#headOf(path, body);
    const answer = await this.#send({ ...(await head), body: JSON.stringify(body) }, limits);
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw await statusError(answer);
  }

  #headOf(path: string, body: object): Promise<RequestHead> {
    const head = new Promise<RequestHead>((resolve, reject) => {
      const keep: Fetch = async (url, init) => {
        resolve(headIn(String(url), init));
        return new Response("{}", { headers: { "content-type": "application/json" } });
      };
      this.#trySdk(keep, path, body).catch(reject);
    });
    this.#heads.set(path, head);
    return head;
  }

  async #send(request: WireRequest, limits: WireLimits): Promise<WireAnswer> {
    try {
      return await this.#wire.send(request, limits);
    } catch (error) {
      throw await connectionError(error);
    }
  }
}

function headIn(url: string, { headers }: RequestInit = {}): RequestHead {
  const { origin, pathname, search } = new URL(url);
  return {
    origin,
    path: pathname + search,
    method: "POST",
    headers: Object.fromEntries(new Headers(headers)),
  };
}

/** A refusal's reason is looked for in all places where servers put it. */
async function statusError({ status, headers, bytes }: WireAnswer): Promise<Error> {
  const { APIError } = await import("openai");
  const text = bytes.toString();
  const body = jsonIn(text);
  const message = body === undefined ? text : undefined;
  return APIError.generate(status, { error: errorFields(body) }, message, toHeaders(headers));
}

async function connectionError(error: unknown): Promise<Error> {
  const { APIConnectionError, APIConnectionTimeoutError } = await import("openai");
  const cause = error instanceof Error ? error : new Error(String(error));
  const isTimeout = /timed? ?out/i.test(`${cause} ${cause.cause ?? ""}`);
  return isTimeout ? new APIConnectionTimeoutError() : new APIConnectionError({ cause });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
