import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { Dispatcher } from "undici";
import { envProxy } from "../../data/env-proxy.ts";
import { WholeResponse } from "./whole-response.ts";

/** The `fetch` that the OpenAI SDK sends its requests by. */
export type Fetch = typeof globalThis.fetch;

/**
 * A `fetch` over undici's `request`, at less than half the cost of Node's own. It sets no limit to
 * the wait (Node's gives up after five minutes, whatever the caller allows), reads bodies to their
 * end, so that the caller's limit covers them too, and takes the proxies of `HTTP_PROXY`,
 * `HTTPS_PROXY` and `NO_PROXY`. Idle connections do not keep the process alive.
 */
export async function openTransport(): Promise<Fetch> {
  const undici = await import("undici");
  const dispatcher = envProxy(undici, UNHURRIED);
  // The same standard's classes, which Node and undici declare apart.
  const standardFetch = undici.fetch as unknown as Fetch;
  const plainFetch: Fetch = (url, init) =>
    standardFetch(url, { ...init, dispatcher } as object as RequestInit);

  return async (url, init = {}) => {
    if (needsPlainFetch(init)) return plainFetch(url, init);
    const response = await requestWhole(dispatcher, String(url), init);
    return isRedirect(response) ? whole(await plainFetch(url, init)) : response;
  };
}

/** The caller sets limits; here there are none. */
const UNHURRIED = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 30_000 };

/** Event streams are read as they come, and other bodies than text are left to the standard. */
function needsPlainFetch({ headers, body }: RequestInit): boolean {
  const isText = typeof body === "string" || body === undefined || body === null;
  return !isText || standardHeaders(headers).get("accept") === "text/event-stream";
}

async function requestWhole(
  dispatcher: Dispatcher,
  url: string,
  { method = "GET", headers, body, signal }: RequestInit,
): Promise<Response> {
  const { origin, pathname, search } = new URL(url);
  const answer = await dispatcher.request({
    origin,
    path: pathname + search,
    method: method as Dispatcher.HttpMethod,
    headers: Object.fromEntries(standardHeaders(headers)),
    body: body as string | null | undefined, // needsPlainFetch keeps others out
    signal: signal ?? null,
  });
  const status = answer.statusCode;
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  const responseHeaders = toHeaders(answer.headers);
  const content = await decoded(bytes, responseHeaders.get("content-encoding"));
  return isBodyless(status)
    ? new Response(null, { status, headers: responseHeaders })
    : new WholeResponse(content, status, responseHeaders);
}

/** The SDK gives them as they are wanted. */
function standardHeaders(headers: RequestInit["headers"]): Headers {
  return headers instanceof Headers ? headers : new Headers(headers);
}

function isRedirect({ status, headers }: Response): boolean {
  return status >= 300 && status < 400 && headers.has("location");
}

async function whole(response: Response): Promise<Response> {
  const { status, headers } = response;
  return new Response(isBodyless(status) ? null : await response.arrayBuffer(), {
    status,
    headers,
  });
}

function toHeaders(raw: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const single of [value ?? []].flat()) headers.append(name, single);
  }
  return headers;
}

type Bytes = Buffer<ArrayBuffer>;

const DECODERS: Readonly<Record<string, (bytes: Bytes) => Promise<Buffer>>> = {
  gzip: promisify<Buffer, Buffer>(gunzip),
  deflate: promisify<Buffer, Buffer>(inflate),
  br: promisify<Buffer, Buffer>(brotliDecompress),
};

/** Some servers compress unasked; asking again in another way would be paid for twice. */
async function decoded(bytes: Bytes, encoding: string | null): Promise<Bytes> {
  if (encoding === null || encoding === "identity") return bytes;
  const decode = DECODERS[encoding];
  if (!decode) throw new Error(`the server answered with content-encoding "${encoding}"`);
  return Buffer.from(await decode(bytes));
}

function isBodyless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
