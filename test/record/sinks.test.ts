import { join } from "node:path";
import { ConsoleSink } from "../../src/record/console-sink.ts";
import { HttpSink } from "../../src/record/http-sink.ts";
import { JsonlSink } from "../../src/record/jsonl-sink.ts";
import { testEventSink } from "../contracts/event-sink.ts";
import { eventServer } from "./event-server.ts";
import { linesOf } from "./log-data.ts";
import { tempFolder } from "./temp-log.ts";

testEventSink("JsonlSink", async () => {
  const path = join(tempFolder(), "log.jsonl");
  return { sink: new JsonlSink({ path }), arrived: async () => linesOf(path) };
});

testEventSink("ConsoleSink", async () => {
  const lines: string[] = [];
  const sink = new ConsoleSink({ print: (line) => lines.push(line) });
  return { sink, arrived: async () => lines.slice(0, -1).map((line) => JSON.parse(line)) };
});

testEventSink("HttpSink", async () => {
  const { url, taken } = await eventServer(() => 200);
  const spoolPath = join(tempFolder(), "spool.jsonl");
  return { sink: new HttpSink({ url, spoolPath }), arrived: async () => taken };
});

testEventSink("HttpSink with a server that often fails", async () => {
  const { url, taken } = await eventServer((request) => (request % 3 === 2 ? 204 : 503));
  const spoolPath = join(tempFolder(), "spool.jsonl");
  const sink = new HttpSink({ url, spoolPath, batchSize: 30, pause: async () => {} });
  return { sink, arrived: async () => taken };
});
