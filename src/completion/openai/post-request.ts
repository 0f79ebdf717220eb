import type { IncomingHttpHeaders } from "node:http";
import type { HeaderLookup } from "../calls/announced-limits.ts";
import type { WireAnswer, WireLimits } from "./exchange.ts";
import type { OpenAIApi } from "./openai-api.ts";
import type { Connection } from "./openai-sdk.ts";
import { eventsOf, isEventStream } from "./openai-stream.ts";
import { underOwnSignal } from "./own-signal.ts";
import type { RequestBody } from "./parameter-lesson.ts";
import { toHeaders } from "./transport.ts";

/** Who is asked, in which way. */
export interface Addressee {
  readonly connection: Connection;
  readonly api: OpenAIApi;
  /** Is told the headers of every answer. */
  readonly onHeaders: (headers: HeaderLookup) => void;
}

/** How long an answer is waited for. */
type Limits = WireLimits & { readonly signal: AbortSignal };

/**
 * Posts a request and has the body of its answer, which may come in pieces, asked or unasked.
 *
 * @throws {APIError} when the answer is a refusal or none came
 */
export async function postRequest(
  addressee: Addressee,
  body: RequestBody,
  limits: Limits,
): Promise<unknown> {
  if (body["stream"] !== true) return postWhole(addressee, body, limits);
  const { signal, timeoutMs } = limits;
  return underOwnSignal(signal, (own) => postForStream(addressee, body, own), timeoutMs);
}

async function postWhole(addressee: Addressee, body: RequestBody, limits: Limits) {
  const { connection, api, onHeaders } = addressee;
  const answer = await connection.direct.post(api.path, body, limits);
  onHeaders(lookup(answer.headers));
  const contentType = answer.headers["content-type"];
  if (isEventStream(contentType)) return assembled(addressee, toResponse(answer));
  return bodyIn(UTF_8.decode(answer.bytes), contentType);
}

async function postForStream(addressee: Addressee, body: RequestBody, signal: AbortSignal) {
  const { connection, api, onHeaders } = addressee;
  const headers = { accept: "text/event-stream" };
  const response = await connection.client.post(api.path, { body, headers, signal }).asResponse();
  onHeaders(response.headers);
  const contentType = response.headers.get("content-type") ?? undefined;
  if (isEventStream(contentType)) return assembled(addressee, response);
  return bodyIn(await response.text(), contentType);
}

async function assembled({ connection, api }: Addressee, response: Response): Promise<unknown> {
  const body = await api.assemble(eventsOf(response, connection.client));
  if (body !== undefined) return body;
  const { APIConnectionError } = await import("openai");
  throw new APIConnectionError({ message: "the stream ended before the answer did" });
}

const UTF_8 = new TextDecoder();

/** Some servers call their JSON plain text, and what is none is shown as it is. */
function bodyIn(text: string, contentType = ""): unknown {
  return /\bjson\b/i.test(contentType) && text !== "" ? JSON.parse(text) : text;
}

function lookup(headers: IncomingHttpHeaders): HeaderLookup {
  return { get: (name) => headers[name]?.toString() ?? null };
}

function toResponse({ status, headers, bytes }: WireAnswer): Response {
  return new Response(bytes, { status, headers: toHeaders(headers) });
}
