import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { envProxy } from "../../data/env-proxy.ts";
import { exchange, type WireAnswer, type WireLimits, type WireRequest } from "./exchange.ts";
import { underOwnSignal } from "./own-signal.ts";

/** The standard's `fetch`. */
export type Fetch = typeof globalThis.fetch;

/** Connections that are kept alive; idle ones do not keep the process alive. */
export interface Wire {
  /**
   * Sends a request and reads the answer to its end, where a redirect leads as well.
   *
   * @throws the signal's reason when it aborts; a `TimeoutError` when the time is up
   */
  send(request: WireRequest, limits?: WireLimits): Promise<WireAnswer>;
  /** For what is not sent as text, or not wanted whole. */
  readonly fetch: Fetch;
}

/**
 * Opens the way to all hosts, by the proxies of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. It sets no
 * limit to a wait of its own (Node's gives up after five minutes, whatever the caller allows).
 *
 * @throws {ConfigError} when a proxy is no address
 */
export async function openWire(): Promise<Wire> {
  const undici = await import("undici");
  const dispatcher = envProxy(undici, UNHURRIED);
  // The same standard's classes, which Node and undici declare apart.
  const standardFetch = undici.fetch as unknown as Fetch;
  const fetch: Fetch = (url, init) =>
    standardFetch(url, { ...init, dispatcher } as object as RequestInit);

  return {
    fetch,
    async send(request, limits = {}) {
      const answer = await exchange(dispatcher, request, limits);
      if (isRedirect(answer)) return follow(fetch, request, limits);
      const encoding = answer.headers["content-encoding"];
      return encoding === undefined ? answer : decoded(answer, encoding);
    },
  };
}

/** The caller sets limits; here there are none. */
const UNHURRIED = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 30_000 };

function isRedirect({ status, headers }: WireAnswer): boolean {
  return status >= 300 && status < 400 && headers.location !== undefined;
}

/** The standard knows which method and headers go along. */
async function follow(
  fetch: Fetch,
  { origin, path, method, headers, body }: WireRequest,
  { signal, timeoutMs }: WireLimits,
): Promise<WireAnswer> {
  const parent = signal ?? new AbortController().signal;
  const read = async (own: AbortSignal) => {
    const response = await fetch(origin + path, { method, headers, body, signal: own });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };
  return underOwnSignal(parent, read, timeoutMs);
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: promisify<Buffer, Buffer>(gunzip),
  deflate: promisify<Buffer, Buffer>(inflate),
  br: promisify<Buffer, Buffer>(brotliDecompress),
};

/** Some servers compress unasked; asking again in another way would be paid for twice. */
async function decoded(answer: WireAnswer, encoding: string): Promise<WireAnswer> {
  if (encoding === "identity") return answer;
  const decode = DECODERS[encoding];
  if (!decode) throw new Error(`the server answered with content-encoding "${encoding}"`);
  return { ...answer, bytes: Buffer.from(await decode(answer.bytes)) };
}
