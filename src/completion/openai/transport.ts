import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import type { WireAnswer, WireRequest } from "./exchange.ts";
import { WholeResponse } from "./whole-response.ts";
import { type Fetch, openWire, type Wire } from "./wire.ts";

export type { Fetch };

/** A `fetch` at less than half the cost of Node's own, over connections of its own. */
export async function openTransport(): Promise<Fetch> {
  return fetchOver(await openWire());
}

/**
 * A `fetch` that reads bodies to their end, so that the caller's limit covers them too. Event streams
 * are read as they come, and other bodies than text are left to the standard.
 */
export function fetchOver(wire: Wire): Fetch {
  return async (url, init = {}) => {
    const headers = standardHeaders(init.headers);
    const { body = null } = init;
    const isText = typeof body === "string" || body === null;
    if (!isText || headers.get("accept") === "text/event-stream") return wire.fetch(url, init);
    const request = toRequest(String(url), { ...init, headers, body });
    return toResponse(await wire.send(request, { signal: init.signal }));
  };
}

/** Headers by their lower-case names as the standard has them. */
export function toHeaders(raw: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const single of [value ?? []].flat()) headers.append(name, single);
  }
  return headers;
}

/** The SDK gives them as they are wanted. */
function standardHeaders(headers: RequestInit["headers"]): Headers {
  return headers instanceof Headers ? headers : new Headers(headers);
}

function toRequest(
  url: string,
  { method = "GET", headers, body }: RequestInit & Pick<WireRequest, "body"> & { headers: Headers },
): WireRequest {
  const { origin, pathname, search } = new URL(url);
  return {
    origin,
    path: pathname + search,
    method: method as Dispatcher.HttpMethod,
    headers: Object.fromEntries(headers),
    body,
  };
}

function toResponse({ status, headers, bytes }: WireAnswer): Response {
  const init = { status, headers: toHeaders(headers) };
  if (status === 204 || status === 205 || status === 304) return new Response(null, init);
  return new WholeResponse(bytes, status, init.headers);
}
