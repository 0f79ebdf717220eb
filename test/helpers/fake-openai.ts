import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { bodyOf, eventsOf } from "./fake-answers.ts";

/**
 * One scripted reply:
 *
 * - a text: a completion that says it, in the form of the endpoint that was asked: chat, text or
 *   responses, in one piece or as a stream
 * - `{ text, … }`: a completion with more to it; `text` may be several, or null
 * - `{ events, end }`: a stream of these events; `end` is `done`, `close` without a mark, `reset` or
 *   `silence`
 * - `{ status, body, headers }`: any HTTP response; a body that is no text is sent as JSON
 * - `{ fault }`: `silence` never answers, `reset` breaks the connection in the middle of the body,
 *   `half` ends a body of JSON too early, `drip` sends a body that never ends a little at a time
 * - a function of the request that returns one of these, called when the request has arrived
 */
export type Reply =
  | string
  | CompletionReply
  | StreamReply
  | HttpReply
  | FaultReply
  | ((request: FakeRequest) => Reply | Promise<Reply>);

export interface CompletionReply {
  readonly text: string | null | readonly (string | null)[];
  readonly model?: string;
  readonly usage?: object | null;
  readonly finish_reason?: string;
  readonly reasoning?: string;
  readonly refusal?: string;
  /** In the form of the chat API. */
  readonly tool_calls?: readonly object[];
  readonly headers?: Record<string, string>;
}

export interface StreamReply {
  readonly events: readonly unknown[];
  readonly end?: "done" | "close" | "reset" | "silence";
}

export interface HttpReply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface FaultReply {
  readonly fault: "silence" | "reset" | "half" | "drip";
}

/** A request as it arrived, its body parsed. */
export interface FakeRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they like
  readonly body: any;
}

/** A loopback server that speaks OpenAI's protocol. */
export interface FakeOpenAI {
  /** For `OPENAI_BASE_URL` or `base_url`; ends in `/v1`. */
  readonly baseURL: string;
  /** What was asked so far, in the order of arrival. */
  readonly requests: readonly FakeRequest[];
  close(): Promise<void>;
}

/** A page such as gateways send. */
export const HTML: HttpReply = {
  status: 200,
  body: "<!doctype html>\n<title>Sign in</title>",
  headers: { "content-type": "text/html" },
};

/** A refusal in the form of OpenAI's API. */
export function refusal(status: number, error: object, headers = {}): HttpReply {
  return { status, body: { error }, headers };
}

/** Starts a server that gives the replies one after another, and the last one for ever. */
export async function fakeOpenAI(...replies: readonly Reply[]): Promise<FakeOpenAI> {
  const requests: FakeRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await received(incoming);
    const reply = replies[Math.min(requests.push(request), replies.length) - 1] ?? "";
    await send(reply, request, response);
  });
  // Longer than any test: what ends a process must not be the server's patience.
  server.keepAliveTimeout = 600_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const { port } = server.address() as AddressInfo;
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function received(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const { url = "", headers } = incoming;
  return { path: url, headers, body: text === "" ? undefined : JSON.parse(text) };
}

async function send(reply: Reply, request: FakeRequest, response: ServerResponse): Promise<void> {
  if (typeof reply === "function") return send(await reply(request), request, response);
  if (typeof reply === "string") return send({ text: reply }, request, response);
  if ("fault" in reply) return fail(reply, response);
  if ("events" in reply) return stream(reply, response);
  if ("text" in reply) {
    const { headers = {} } = reply;
    if (request.body.stream) return stream({ events: eventsOf(reply, request) }, response);
    return send({ status: 200, body: bodyOf(reply, request), headers }, request, response);
  }
  const { status, body = "", headers } = reply;
  const isText = typeof body === "string" || Buffer.isBuffer(body);
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

function fail({ fault }: FaultReply, response: ServerResponse): void {
  if (fault === "silence") return;
  const half = '{"id": "chatcmpl-1", "choices": [{"mess';
  const length = fault === "reset" ? { "content-length": "500" } : {};
  response.writeHead(200, { "content-type": "application/json", ...length });
  if (fault === "half") response.end(half);
  else if (fault === "drip") drip(response);
  else response.write(half, () => response.destroy());
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
}

function stream({ events, end = "done" }: StreamReply, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  const lines = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
  if (end === "done") response.end([...lines, "data: [DONE]\n\n"].join(""));
  else if (end === "close") response.end(lines.join(""));
  else response.write(lines.join(""), () => (end === "reset" ? response.destroy() : undefined));
}
