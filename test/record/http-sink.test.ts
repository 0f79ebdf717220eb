import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { describeError } from "../../src/core/errors.ts";
import type { Event } from "../../src/core/event.ts";
import { Secrets } from "../../src/core/secrets.ts";
import { HttpSink, type HttpSinkOptions } from "../../src/record/http-sink.ts";
import { readLog } from "../../src/record/read-log.ts";
import { closedUrl, eventServer } from "./event-server.ts";
import { collect, event, eventsFrom, linesOf, SPEC } from "./log-data.ts";
import { tempFolder } from "./temp-log.ts";

function sinkTo(url: string, options: Partial<HttpSinkOptions> = {}) {
  const spoolPath = join(tempFolder(), "spool.jsonl");
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => pauses.push(milliseconds);
  const sink = new HttpSink({ url, spoolPath, batchSize: 10, pause, ...options });
  return { sink, spoolPath, pauses };
}

/** A whole run of so many events, each a sample of its own; resolves with the error of `close`. */
async function runOf(sink: HttpSink, events: readonly Event[]): Promise<unknown> {
  await sink.open(SPEC);
  for (const one of events) await sink.write([one]);
  return sink.close({ accuracy: 0.5 }).then(
    () => undefined,
    (error: unknown) => error,
  );
}

const ids = (events: readonly Event[]) => events.map(({ event_id }) => event_id);

test("events are posted in batches as JSON arrays, the report last", async () => {
  const { url, seen, headers } = await eventServer(() => 200);
  const { sink, spoolPath } = sinkTo(url);

  const error = await runOf(sink, eventsFrom(0, 25));

  expect(error).toBeUndefined();
  expect(seen.map((batch) => batch.length)).toEqual([10, 10, 5, 1]);
  expect(seen.slice(0, 3).flat()).toEqual(eventsFrom(0, 25));
  expect(seen[3]).toEqual([
    {
      run_id: SPEC.run_id,
      event_id: 25,
      sample_id: null,
      type: "final_report",
      data: { accuracy: 0.5 },
      created_by: "ana",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{6})?\+00:00$/),
    },
  ]);
  expect(headers[0]?.["content-type"]).toBe("application/json");
  expect(existsSync(spoolPath)).toBe(false);
});

test("a run without events reports as event 0", async () => {
  const { url, seen } = await eventServer(() => 200);

  expect(await runOf(sinkTo(url).sink, [])).toBeUndefined();

  expect(seen).toMatchObject([[{ event_id: 0, type: "final_report" }]]);
});

test("R121: a server that answers 500 to the first three requests gets every event once", async () => {
  const { url, taken } = await eventServer((request) => (request < 3 ? 500 : 200));
  const { sink, spoolPath, pauses } = sinkTo(url);

  const error = await runOf(sink, eventsFrom(0, 45));

  expect(error).toBeUndefined();
  expect(ids(taken)).toEqual([...Array(46).keys()]);
  expect(pauses).toEqual([500, 1000, 2000]);
  expect(existsSync(spoolPath)).toBe(false);
});

test("R121: batches that fail all their tries are sent again at the end", async () => {
  const failing = new Set([0, 10, 20]);
  const tries = new Map<number, number>();
  const { url, taken } = await eventServer((_, [first]) => {
    const id = first?.event_id ?? 0;
    tries.set(id, (tries.get(id) ?? 0) + 1);
    return failing.has(id) && (tries.get(id) ?? 0) <= 4 ? 500 : 200;
  });
  const { sink, spoolPath } = sinkTo(url, { failPercentThreshold: 100 });

  const error = await runOf(sink, eventsFrom(0, 45));

  expect(error).toBeUndefined();
  expect(ids(taken).toSorted((a, b) => a - b)).toEqual([...Array(46).keys()]);
  expect(taken.at(-1)?.type).toBe("final_report");
  expect(readdirSync(dirname(spoolPath))).toEqual([]);
});

test("R121: what a server never takes is in the local file, and the run is told of it", async () => {
  const { url, taken } = await eventServer(() => 500);
  const { sink, spoolPath } = sinkTo(url);

  const error = await runOf(sink, eventsFrom(0, 45));

  expect(taken).toEqual([]);
  expect(describeError(error)).toBe(
    [
      `45 of 45 events could not be delivered to ${url.split("?")[0]}: it answered 500 status 500`,
      `  where: ${spoolPath}`,
      "  fix:   the file keeps them, one a line; post them again when the server takes them",
    ].join("\n"),
  );
  expect(linesOf(spoolPath)).toEqual([
    { spec: SPEC },
    ...eventsFrom(0, 45),
    { final_report: { accuracy: 0.5 }, run_id: SPEC.run_id },
  ]);
  expect(readdirSync(dirname(spoolPath))).toEqual(["spool.jsonl"]);
});

test("R121: one batch that is refused for good fails the run, and the others arrive", async () => {
  const { url, taken, seen } = await eventServer((_, [first]) =>
    first?.event_id === 10 ? 413 : 200,
  );
  const { sink, spoolPath, pauses } = sinkTo(url, { failPercentThreshold: 50 });

  const error = await runOf(sink, eventsFrom(0, 45));

  expect(describeError(error)).toMatch(
    /^10 of 45 events could not be delivered .*: it answered 413/,
  );
  expect(ids(taken)).toEqual([...Array(46).keys()].filter((id) => id < 10 || id >= 20));
  const kept = await collect((await readLog(spoolPath)).events());
  expect(ids(kept)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  expect(pauses).toEqual([]); // a refusal is not asked for again, but once at the end
  expect(seen.filter(([first]) => first?.event_id === 10)).toHaveLength(2);
});

test("a port on which nobody listens costs no event", async () => {
  const { sink, spoolPath } = sinkTo(await closedUrl());

  const error = await runOf(sink, eventsFrom(0, 25));

  expect(describeError(error)).toMatch(/^25 of 25 events could not be delivered to .*ECONNREFUSED/);
  expect(ids(await collect((await readLog(spoolPath)).events()))).toEqual([...Array(25).keys()]);
});

test("a server that hangs up is asked again", async () => {
  const { url, taken } = await eventServer((request) => (request === 0 ? "hang up" : 200));

  const error = await runOf(sinkTo(url).sink, eventsFrom(0, 10));

  expect(error).toBeUndefined();
  expect(ids(taken)).toEqual([...Array(11).keys()]);
});

test("a server that never answers does not hold the run for ever", async () => {
  const { url } = await eventServer(() => "silence");
  const { sink, spoolPath } = sinkTo(url, { timeoutMs: 50, tries: 2 });

  const error = await runOf(sink, eventsFrom(0, 25));

  expect(describeError(error)).toContain("it did not answer within 0.05 s");
  expect(ids(await collect((await readLog(spoolPath)).events()))).toEqual([...Array(25).keys()]);
});

test("a redirection is no delivery", async () => {
  const { url } = await eventServer(() => 302);

  const error = await runOf(sinkTo(url).sink, eventsFrom(0, 10));

  expect(describeError(error)).toMatch(/^10 of 10 events .*: it answered 302/);
});

test("while too many events fail, the server is asked no more until the end", async () => {
  const { url, seen, taken } = await eventServer((request) => (request < 2 ? 503 : 200));
  const { sink } = sinkTo(url, { tries: 2 });

  await sink.open(SPEC);
  for (const one of eventsFrom(0, 100)) await sink.write([one]);
  expect(seen).toHaveLength(2);
  await sink.close({});

  expect(ids(taken)).toEqual([...Array(101).keys()]);
});

test("below the threshold the server is asked on", async () => {
  const { url, seen } = await eventServer((_, [first]) => (first?.event_id === 90 ? 400 : 200));
  const { sink } = sinkTo(url, { failPercentThreshold: 10 });

  await sink.open(SPEC);
  for (const one of eventsFrom(0, 120)) await sink.write([one]);

  expect(seen).toHaveLength(12);
  await expect(sink.close({})).rejects.toThrow("10 of 120 events");
});

test("a report that alone is refused is kept and told", async () => {
  const { url } = await eventServer((_, [first]) => (first?.type === "final_report" ? 400 : 200));
  const { sink, spoolPath } = sinkTo(url);

  const error = await runOf(sink, eventsFrom(0, 3));

  expect(describeError(error)).toMatch(/^the final report could not be delivered/);
  expect((await readLog(spoolPath)).report).toEqual({ accuracy: 0.5 });
});

test("while a batch is under way, writers wait as soon as the next one is full", async () => {
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { url, seen } = await eventServer(() => 200);
  const { sink } = sinkTo(url, { batchSize: 2 });
  await sink.open(SPEC);
  const settled: number[] = [];

  const writes = eventsFrom(0, 6).map(async (one) => {
    await sink.write([one]);
    settled.push(one.event_id);
    answer();
  });
  await asked;
  expect(settled.filter((id) => id % 2 === 1)).toEqual([]);
  await Promise.all(writes);

  expect(seen.map(ids)).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
  ]);
  await sink.close({});
});

test("R122: neither the server nor the local file gets a secret", async () => {
  const secrets = new Secrets();
  secrets.add("sk-CANARY-12345");
  const { url, seen } = await eventServer((request) => (request === 0 ? 200 : 400));
  const { sink, spoolPath } = sinkTo(url, { secrets });

  await runOf(sink, [
    ...eventsFrom(0, 10),
    ...eventsFrom(10, 10).map((one) => ({ ...one, data: "sk-CANARY-12345" })),
  ]);

  expect(JSON.stringify([seen, linesOf(spoolPath)])).not.toContain("CANARY");
  expect(JSON.stringify(linesOf(spoolPath))).toContain("[secret]");
});

test("where the sink sends is told without what may be secret in the URL", async () => {
  expect(new HttpSink({ url: "https://h.example:8443/a?token=t", spoolPath: "s" }).location).toBe(
    "https://h.example:8443/a",
  );
});

test.each([
  "",
  "localhost:8080/events",
  "ftp://h.example/events",
  "http://ana:pass@h.example/events",
])("a URL that cannot be posted to is refused at once: %j", (url) => {
  expect(() => new HttpSink({ url, spoolPath: "s" })).toThrow(
    expect.objectContaining({
      name: "ConfigError",
      message: expect.not.stringContaining("pass"),
      fix: "--http-run-url takes an http:// or https:// URL without user name and password",
    }),
  );
});

test.each([0, -1, 1.5, Number.NaN])("a batch of %d events is refused", (batchSize) => {
  expect(() => new HttpSink({ url: "http://127.0.0.1/", spoolPath: "s", batchSize })).toThrow(
    `a batch cannot have ${batchSize} events`,
  );
});

test("a local file that could not keep events is refused before the first of them", async () => {
  const file = join(tempFolder(), "file");
  writeFileSync(file, "");
  const { sink } = sinkTo("http://127.0.0.1/", { spoolPath: join(file, "spool.jsonl") });

  await expect(sink.open(SPEC)).rejects.toMatchObject({ name: "ConfigError" });
});

test("a run that is abandoned leaves no local file", async () => {
  const { url } = await eventServer(() => 500);
  const { sink, spoolPath } = sinkTo(url);
  await sink.open(SPEC);
  for (const one of eventsFrom(0, 15)) await sink.write([one]);

  await sink.abandon();

  expect(readdirSync(dirname(spoolPath))).toEqual([]);
});

test("the events of a failed sample are sent like all others", async () => {
  const { url, taken } = await eventServer(() => 200);

  await runOf(sinkTo(url).sink, [event({ type: "error", data: { type: "E", message: "m" } })]);

  expect(taken[0]).toMatchObject({ type: "error", data: { type: "E", message: "m" } });
});
