import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeError } from "../../src/core/errors.ts";
import { Secrets } from "../../src/core/secrets.ts";
import { JsonlSink } from "../../src/record/jsonl-sink.ts";
import { collect, event, eventsFrom, linesOf, SPEC } from "./log-data.ts";
import { runScript } from "./run-script.ts";
import { tempFolder } from "./temp-log.ts";

async function openSink(path = join(tempFolder(), "log.jsonl"), secrets?: Secrets) {
  const sink = new JsonlSink({ path, secrets });
  await sink.open(SPEC);
  return { sink, path };
}

test("a log is the spec, the events as they come, and the report as its last line", async () => {
  const { sink, path } = await openSink(join(tempFolder(), "new", "folders", "log.jsonl"));
  expect(linesOf(path)).toEqual([{ spec: SPEC }]);

  await sink.write(eventsFrom(0, 2));
  expect(linesOf(path)).toEqual([{ spec: SPEC }, ...eventsFrom(0, 2)]);

  await sink.write(eventsFrom(2, 1));
  await sink.close({ accuracy: 0.5 });
  expect(linesOf(path)).toEqual([
    { spec: SPEC },
    ...eventsFrom(0, 3),
    { final_report: { accuracy: 0.5 }, run_id: SPEC.run_id },
  ]);
  expect(sink.location).toBe(path);
});

test("a log that was there is replaced", async () => {
  const path = join(tempFolder(), "log.jsonl");
  writeFileSync(path, "x".repeat(10_000));

  const { sink } = await openSink(path);
  await sink.close({});

  expect(linesOf(path)).toEqual([{ spec: SPEC }, { final_report: {}, run_id: SPEC.run_id }]);
});

test("a log that is continued keeps its lines and gets new ones", async () => {
  const { sink: first, path } = await openSink();
  await first.write(eventsFrom(0, 2));
  await first.close({ accuracy: 0 });

  const sink = new JsonlSink({ path, size: statSync(path).size });
  await sink.open(SPEC);
  await sink.write(eventsFrom(2, 1));
  await sink.close({ accuracy: 1 });

  expect(linesOf(path)).toEqual([
    { spec: SPEC },
    ...eventsFrom(0, 2),
    { final_report: { accuracy: 0 }, run_id: SPEC.run_id },
    ...eventsFrom(2, 1),
    { final_report: { accuracy: 1 }, run_id: SPEC.run_id },
  ]);
});

test("a log that is continued in vain is as it was before", async () => {
  const { sink: first, path } = await openSink();
  await first.close({});
  const before = readFileSync(path, "utf8");

  const sink = new JsonlSink({ path, size: statSync(path).size });
  await sink.open(SPEC);
  await sink.write(eventsFrom(0, 2));
  await sink.abandon();

  expect(readFileSync(path, "utf8")).toBe(before);
});

test("of a sample that was done again, a log that is continued gives the last events alone", async () => {
  const { sink: first, path } = await openSink();
  await first.write(eventsFrom(0, 2));
  await first.close({});

  const sink = new JsonlSink({ path, size: statSync(path).size });
  await sink.open(SPEC);
  await sink.write([event({ event_id: 2, sample_id: null, type: "resumed", data: {} })]);
  await sink.write([event({ event_id: 3, sample_id: "capitals.dev.1" })]);
  const ids = (await collect(sink.events())).map(({ event_id }) => event_id);
  await sink.close({});

  expect(ids).toEqual([0, 2, 3]);
});

test("a log that another process goes on writing is not continued", async () => {
  const { sink: other, path } = await openSink();
  const { size } = statSync(path);
  await other.write(eventsFrom(0, 1));

  const error = await new JsonlSink({ path, size }).open(SPEC).catch((reason) => reason);

  expect(describeError(error)).toBe(
    [
      "the log grows: another process writes it",
      `  where: ${path}`,
      "  fix:   wait until that run has ended, or stop it",
    ].join("\n"),
  );
  await other.close({});
  expect(linesOf(path)).toHaveLength(3);
});

test("two processes that write the same log never overwrite each other's lines", async () => {
  const { sink: one, path } = await openSink();
  const two = new JsonlSink({ path, size: statSync(path).size });
  await two.open(SPEC);

  for (const at of [0, 2, 4]) {
    await one.write(eventsFrom(at, 1));
    await two.write(eventsFrom(at + 1, 1));
  }

  expect(linesOf(path)).toEqual([{ spec: SPEC }, ...eventsFrom(0, 6)]);
});

test("R45: text of any script stands in the log as it is, and an event is one line", async () => {
  const { sink, path } = await openSink();
  const text = "東京は首都 🗼 Москва é e\u0301";
  const breaks = "a\u2028b\u2029c\nd\re\u0085f\u0000g";

  await sink.write([event({ data: { sampled: text, breaks, lone: "\ud83d" } })]);

  const log = readFileSync(path, "utf8");
  expect(log).toContain(text);
  expect(log).toContain("a\\u2028b\\u2029c\\nd\\re");
  expect(log).toContain("\\ud83d");
  expect(log.split(/[\n\u2028\u2029]/)).toHaveLength(3);
  expect(linesOf(path)[1]).toMatchObject({ data: { sampled: text, breaks, lone: "\ud83d" } });
});

test("R57: what is not a number is null in events and report", async () => {
  const { sink, path } = await openSink();

  await sink.write([event({ data: { score: Number.NaN, more: [Number.POSITIVE_INFINITY] } })]);
  await sink.close({ boostrap_std: Number.NaN, accuracy: 1 });

  expect(readFileSync(path, "utf8")).not.toMatch(/NaN|Infinity/);
  expect(linesOf(path).slice(1)).toMatchObject([
    { data: { score: null, more: [null] } },
    { final_report: { boostrap_std: null, accuracy: 1 } },
  ]);
});

test("R122: no line of the log has a secret in it, not even the command", async () => {
  const secrets = new Secrets();
  secrets.add('sk-CANARY"2\\x');
  const spec = {
    ...SPEC,
    run_config: {
      ...SPEC.run_config,
      command: 'oaieval x --completion_args api_key=sk-CANARY"2\\x',
    },
  };
  const path = join(tempFolder(), "log.jsonl");
  const sink = new JsonlSink({ path, secrets });

  await sink.open(spec);
  await sink.write([event({ type: "error", data: { 'sk-CANARY"2\\x': 'Bearer sk-CANARY"2\\x' } })]);
  await sink.close({ note: 'sk-CANARY"2\\x' });

  expect(readFileSync(path, "utf8")).not.toContain("CANARY");
  expect(linesOf(path)).toHaveLength(3);
  expect(linesOf(path)[1]).toMatchObject({ data: { "[secret]": "Bearer [secret]" } });
});

test("a path that is a folder is refused with the flag that mends it", async () => {
  const path = tempFolder();

  const error = await new JsonlSink({ path }).open(SPEC).catch((reason) => reason);

  expect(error.name).toBe("ConfigError");
  expect(describeError(error)).toBe(
    [
      `the log cannot be written: EISDIR: illegal operation on a directory, open '${path}'`,
      `  where: ${path}`,
      "  fix:   name another file with --record_path",
    ].join("\n"),
  );
});

test("a path through a file is refused", async () => {
  const file = join(tempFolder(), "file");
  writeFileSync(file, "");

  await expect(new JsonlSink({ path: join(file, "log.jsonl") }).open(SPEC)).rejects.toMatchObject({
    name: "ConfigError",
    where: join(file, "log.jsonl"),
  });
});

test.skipIf(process.platform === "win32")(
  "a device is refused: a log must be readable again",
  async () => {
    await expect(new JsonlSink({ path: "/dev/null" }).open(SPEC)).rejects.toMatchObject({
      name: "ConfigError",
      message: "the log can only be written to an ordinary file",
      where: "/dev/null",
    });
  },
);

test.skipIf(process.getuid?.() === 0)(
  "a folder that may not be written to is refused",
  async () => {
    const folder = join(tempFolder(), "closed");
    mkdirSync(folder);
    chmodSync(folder, 0o500);

    await expect(
      new JsonlSink({ path: join(folder, "log.jsonl") }).open(SPEC),
    ).rejects.toMatchObject({
      name: "ConfigError",
      fix: "name another file with --record_path",
    });
  },
);

test("a process that is killed leaves whole lines, all that it was given", async () => {
  const path = join(tempFolder(), "log.jsonl");

  const { signal, output } = await runScript(
    new URL("write-until-killed.ts", import.meta.url),
    [path],
    {
      killAt: (printed) => printed.split("\n").length > 200,
    },
  );

  expect(signal).toBe("SIGKILL");
  const written = output.trim().split("\n").length;
  const [spec, ...events] = linesOf(path);
  expect(spec).toEqual({ spec: SPEC });
  expect(events.length).toBeGreaterThanOrEqual(written);
  expect(readFileSync(path, "utf8").endsWith("\n")).toBe(true);
  expect(events.map((line) => (line as { event_id: number }).event_id)).toEqual([...events.keys()]);
});

test.skipIf(process.platform === "win32")(
  "a disk that is full ends in one error, and what is there stays whole lines",
  async () => {
    const path = join(tempFolder(), "log.jsonl");

    const { output } = await runScript(new URL("write-until-full.ts", import.meta.url), [path], {
      largestFile: 64,
    });

    expect(output).toMatch(/^OaievalError: the log cannot be written any further: EFBIG/);
    expect(output).toContain(`where: ${path}`);
    expect(output).toContain("--record_path");
    const [spec, ...events] = linesOf(path);
    expect(spec).toEqual({ spec: SPEC });
    expect(events.length).toBeGreaterThan(10);
    expect(readFileSync(path, "utf8").endsWith("\n")).toBe(true);
  },
);
