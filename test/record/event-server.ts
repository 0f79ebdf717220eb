import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Event } from "../../src/core/event.ts";

/** What a request is answered with: a status, or nothing at all. */
export type Reply = number | "hang up" | "silence";

/** A server that takes batches of events. */
export interface EventServer {
  readonly url: string;
  /** Every batch that came, whatever it was answered. */
  readonly seen: Event[][];
  /** The events that were taken with a status of 2xx. */
  readonly taken: Event[];
  readonly headers: IncomingMessage["headers"][];
}

/** @param reply answers a request by its number, from 0, and its events */
export async function eventServer(
  reply: (request: number, events: readonly Event[]) => Reply,
): Promise<EventServer> {
  const seen: Event[][] = [];
  const taken: Event[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const server = createServer(async (request, response) => {
    const events: Event[] = JSON.parse(await textOf(request));
    const answer = reply(seen.push(events) - 1, events);
    headers.push(request.headers);
    if (typeof answer === "number" && answer < 300) taken.push(...events);
    send(answer, response);
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}/events?token=t`, seen, taken, headers };
}

/** A URL with nobody behind it. */
export async function closedUrl(): Promise<string> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/events`;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function send(answer: Reply, response: ServerResponse): void {
  if (answer === "silence") return;
  if (answer === "hang up") response.destroy();
  else response.writeHead(answer, { location: "/elsewhere" }).end(`status ${answer}\nmore`);
}
