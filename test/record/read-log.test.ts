import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEvents, readLog } from "../../src/record/read-log.ts";
import { collect, event, eventsFrom, SPEC } from "./log-data.ts";
import { runScript } from "./run-script.ts";
import { logFile, tempFolder } from "./temp-log.ts";

const spec = { spec: SPEC };
const report = { final_report: { accuracy: 0.5 }, run_id: SPEC.run_id };

test("a log gives its spec, its report and its events", async () => {
  const log = await readLog(logFile([spec, ...eventsFrom(0, 3), report]));

  expect(log.spec).toEqual(SPEC);
  expect(log.report).toEqual({ accuracy: 0.5 });
  expect(log.torn).toBe(false);
  expect(await collect(log.events())).toEqual(eventsFrom(0, 3));
  expect(await collect(log.events())).toEqual(eventsFrom(0, 3));
});

test("the report may stand before the events, as openai/evals writes it", async () => {
  const log = await readLog(logFile([spec, report, ...eventsFrom(0, 3)]));

  expect(log.report).toEqual({ accuracy: 0.5 });
  expect(await collect(log.events())).toEqual(eventsFrom(0, 3));
});

test("of several reports the last one counts", async () => {
  const second = { final_report: { accuracy: 1 }, run_id: SPEC.run_id };

  const log = await readLog(logFile([spec, report, event(), second]));

  expect(log.report).toEqual({ accuracy: 1 });
});

test("text that speaks of a final report is none", async () => {
  const quoting = event({
    type: "sampling",
    data: { sampled: '{"final_report": {}}', final_report: {} },
  });

  const log = await readLog(logFile([spec, quoting]));

  expect(log.report).toBeNull();
  expect(await collect(log.events())).toEqual([quoting]);
});

test("a run that did not come to its end has no report", async () => {
  const log = await readLog(logFile([spec, ...eventsFrom(0, 2)]));

  expect(log.report).toBeNull();
  expect(log.torn).toBe(false);
});

test.each([
  ['{"run_id":"r","event_id":2,"sam', ""],
  ['{"run_id":"r","event_id":2,"sam', "\n"],
  ['{"run_id":"r","event_id":2,"data":{"sampled":"Ki', ""],
  ["\u0000\u0000\u0000", ""],
  ['{"a": [NaN, "', ""],
])("a last line that was cut short is left out: %j, then %j", async (rest, end) => {
  const log = await readLog(logFile([spec, ...eventsFrom(0, 2), rest], { end }));

  expect(log.torn).toBe(true);
  expect(log.report).toBeNull();
  expect(await collect(log.events())).toEqual(eventsFrom(0, 2));
});

test("a letter that was cut in two does no harm either", async () => {
  const path = join(tempFolder(), "log.jsonl");
  const half = Buffer.from('{"data":"é').subarray(0, -1);
  writeFileSync(path, Buffer.concat([Buffer.from(`${JSON.stringify(spec)}\n`), half]));

  const log = await readLog(path);

  expect(log.torn).toBe(true);
  expect(await collect(log.events())).toEqual([]);
});

test("a last line that is whole counts without a line break behind it", async () => {
  const log = await readLog(logFile([spec, ...eventsFrom(0, 2)], { end: "" }));

  expect(log.torn).toBe(false);
  expect(await collect(log.events())).toEqual(eventsFrom(0, 2));
});

test.each(['{"broken', "42", '{"neither": "nor"}', "null"])(
  "a broken line before the last is refused with its place: %s",
  async (line) => {
    const path = logFile([spec, event(), line, event()]);

    const error = await collect(readEvents(path)).catch((reason) => reason);

    expect(error).toMatchObject({
      name: "DataError",
      message: expect.stringMatching(/^a line of the log is broken: ./),
      where: `${path}:3`,
      fix: "mend or delete the line",
    });
  },
);

test("a byte order mark, Windows line ends and blank lines are taken as they come", async () => {
  const path = join(tempFolder(), "log.jsonl");
  const lines = [spec, ...eventsFrom(0, 2), report].map((line) => JSON.stringify(line));
  writeFileSync(path, `\ufeff${lines.join("\r\n\r\n")}\r\n`);

  const log = await readLog(path);

  expect(log.spec).toEqual(SPEC);
  expect(log.report).toEqual({ accuracy: 0.5 });
  expect(await collect(log.events())).toEqual(eventsFrom(0, 2));
});

test("what Python writes for numbers that JSON does not have is read as null", async () => {
  const text = 'NaN and "Infinity", \\ -Infinity';
  const line = `{"type": "metrics", "sample_id": "s.0", "data": {"score": NaN, "low": -Infinity, "list": [Infinity, 1.0], "text": ${JSON.stringify(text)}}}`;
  const path = logFile([spec, line, '{"final_report": {"boostrap_std": NaN}, "run_id": "r"}']);

  const log = await readLog(path);

  expect(log.report).toEqual({ boostrap_std: null });
  expect(await collect(log.events())).toMatchObject([
    { data: { score: null, low: null, list: [null, 1], text } },
  ]);
});

test("report keys of openai/evals from before mid-2023 have their later names", async () => {
  const old = {
    "counts/choice/A": 3,
    "counts/choice/__invalid__": 1,
    "counts/choice": 7,
    "score/choice": 0.75,
    "metascore/choice": 0.5,
    invalid_request_during_completion: 0,
    accuracy: 1,
  };

  const log = await readLog(logFile([spec, { final_report: old, run_id: "r" }]));

  expect(log.report).toEqual({
    "counts/A": 3,
    "counts/__invalid__": 1,
    "counts/choice": 7,
    score: 0.75,
    metascore: 0.5,
    invalid_request_during_completion: 0,
    accuracy: 1,
  });
});

test("what the writer of a spec did not know yet is empty", async () => {
  const { data: _, ...run_config } = SPEC.run_config;
  const { created_by: __, ...old } = { ...SPEC, run_config };

  expect((await readLog(logFile([{ spec: old }]))).spec).toEqual({ ...SPEC, created_by: "" });
  expect((await readLog(logFile([{ spec: {} }]))).spec).toMatchObject({
    completion_fns: [],
    eval_name: "",
    run_config: { data: [], eval_spec: { key: "", args: {} } },
  });
});

test("the spec keeps fields of its own", async () => {
  const own = { ...SPEC, run_config: { ...SPEC.run_config, parity: true }, note: "n" };

  expect((await readLog(logFile([{ spec: own }]))).spec).toEqual(own);
});

test("a file that is not there is told with what to name instead", async () => {
  const path = join(tempFolder(), "none.jsonl");

  await expect(readLog(path)).rejects.toMatchObject({
    name: "ConfigError",
    message: expect.stringContaining("ENOENT"),
    where: path,
    fix: "name the log file that the run told at its end",
  });
});

test("a folder is told to be one", async () => {
  await expect(readLog(tempFolder())).rejects.toMatchObject({
    name: "ConfigError",
    message: expect.stringContaining("EISDIR"),
  });
});

test.each([
  [[], "it is empty"],
  [['{"input": "a row of data", "ideal": "x"}'], "its first line is no spec"],
  [[event(), spec], "its first line is no spec"],
  [["plain text"], "its first line is no spec"],
])("a file that is no log is refused: %j", async (lines, reason) => {
  const path = logFile(lines);

  await expect(readLog(path)).rejects.toMatchObject({
    name: "DataError",
    message: `this is not the log of a run: ${reason}`,
    where: path,
  });
});

test("a file without line breaks is refused before it fills the memory", async () => {
  const path = join(tempFolder(), "disk.img");
  writeFileSync(path, "");
  truncateSync(path, 300 * 1024 * 1024);

  await expect(readLog(path)).rejects.toMatchObject({
    name: "DataError",
    message: "a line has more than 256 MiB: this is no log",
    where: path,
  });
});

test("lines are put together whatever the size of the pieces that the disk gives", async () => {
  const lengths = [1, 1_048_000, 3_000_000, 2, 600_000];
  const events = lengths.map((length, index) =>
    event({ event_id: index, data: "é".repeat(length) }),
  );

  expect(await collect(readEvents(logFile([spec, ...events])))).toEqual(events);
});

test("R117: a log that is larger than the memory is written and read", async () => {
  const path = join(tempFolder(), "log.jsonl");

  const { code, output } = await runScript(
    new URL("write-and-read-large.ts", import.meta.url),
    [path],
    { largestHeap: 64 },
  );

  expect(output).toBe("500 events, 100 samples, accuracy 0.5\n");
  expect(code).toBe(0);
});
