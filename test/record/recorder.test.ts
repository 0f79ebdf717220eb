import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Event } from "../../src/core/event.ts";
import { metricValues } from "../../src/core/event-log.ts";
import { accuracyReport, type Report } from "../../src/core/report.ts";
import { SampleRecorder } from "../../src/core/sample-recorder.ts";
import { Secrets } from "../../src/core/secrets.ts";
import { JsonlSink } from "../../src/record/jsonl-sink.ts";
import { Recorder, type RecorderOptions } from "../../src/record/recorder.ts";
import type { EventSink } from "../../src/record/sink.ts";
import { collect, SPEC } from "./log-data.ts";
import { tempFolder } from "./temp-log.ts";

/** A sink of one's own, with the three methods and nothing else. */
class MemorySink implements EventSink {
  readonly writes: Event[][] = [];
  spec: unknown;
  report: Report | undefined;

  get written(): Event[] {
    return this.writes.flat();
  }

  async open(spec: unknown): Promise<void> {
    this.spec = spec;
  }

  async write(events: readonly Event[]): Promise<void> {
    this.writes.push([...events]);
  }

  async close(report: Report): Promise<void> {
    this.report = report;
  }
}

function recording(options: Partial<RecorderOptions> = {}) {
  const folder = temporaryFolder();
  const sink = new MemorySink();
  const recorder = new Recorder({
    runId: SPEC.run_id,
    createdBy: "ana",
    sink,
    now: () => Date.UTC(2026, 2, 14, 10, 15, 3, 902),
    ...options,
  });
  return { recorder, sink, folder };
}

/** A folder of its own for the temporary files of the running test. */
function temporaryFolder(): string {
  const folder = tempFolder();
  vi.stubEnv("TMPDIR", folder);
  vi.stubEnv("TEMP", folder); // on Windows
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  return folder;
}

const right = { type: "match", data: { correct: true } };
const wrong = { type: "match", data: { correct: false } };
const failure = { type: "error", data: { type: "CompletionError", message: "no answer" } };

test("events get their place in the log, counted over all types in the order of recording", async () => {
  const { recorder, sink } = recording();

  await recorder.record({
    sampleId: "capitals.dev.1",
    events: [{ type: "sampling", data: { prompt: "Capital of Peru?" } }, right],
  });
  await recorder.record({ sampleId: "capitals.dev.0", repeat: 2, events: [wrong] });

  const common = {
    run_id: SPEC.run_id,
    created_by: "ana",
    created_at: "2026-03-14 10:15:03.902000+00:00",
  };
  expect(sink.writes).toEqual([
    [
      {
        ...common,
        event_id: 0,
        sample_id: "capitals.dev.1",
        type: "sampling",
        data: { prompt: "Capital of Peru?" },
      },
      { ...common, event_id: 1, sample_id: "capitals.dev.1", ...right },
    ],
    [{ ...common, event_id: 2, sample_id: "capitals.dev.0", ...wrong, repeat: 2 }],
  ]);
});

test("the keys of an event stand in the order of openai/evals", async () => {
  const { recorder, sink } = recording();

  await recorder.record({ sampleId: "s.0", events: [right] });

  expect(Object.keys(sink.written[0] ?? {}).join(" ")).toBe(
    "run_id event_id sample_id type data created_by created_at",
  );
});

test("events that belong to the run have no sample and count as none", async () => {
  const { recorder, sink } = recording({ firstEventId: 40 });

  await recorder.recordForRun([{ type: "sampling", data: { usage: { total_tokens: 5 } } }]);

  expect(sink.written).toMatchObject([{ event_id: 40, sample_id: null, type: "sampling" }]);
  expect(recorder.samples).toEqual({ total: 0, errors: 0, judged: 0 });
  expect(recorder.usage.report()).toEqual({ usage_total_tokens: 5 });
});

test("outcomes that are recorded at the same time do not mix", async () => {
  const { recorder, sink } = recording();
  const ids = Array.from({ length: 50 }, (_, index) => `s.${index}`);

  await Promise.all(ids.map((sampleId) => recorder.record({ sampleId, events: [right, wrong] })));

  expect(sink.written.map(({ event_id }) => event_id)).toEqual([...Array(100).keys()]);
  expect(sink.writes.map(([first, second]) => first?.sample_id === second?.sample_id)).toEqual(
    ids.map(() => true),
  );
});

test("a failed sample is logged whole and counts in no mean", async () => {
  const { recorder, sink } = recording();
  const metrics = (score: number) => ({ type: "metrics", data: { score } });

  await recorder.record({ sampleId: "s.0", events: [right, metrics(1)] });
  await recorder.record({ sampleId: "s.1", events: [wrong, metrics(0), failure] });
  await recorder.record({ sampleId: "s.2", events: [wrong, metrics(0.5)] });

  expect(sink.written).toHaveLength(7);
  expect(accuracyReport(recorder)["accuracy"]).toBe(0.5);
  expect(metricValues(recorder, "score")).toEqual([1, 0.5]);
  expect(recorder.samples).toEqual({ total: 3, errors: 1, judged: 2 });
  expect(recorder.errors).toEqual([
    { sampleId: "s.1", type: "CompletionError", message: "no answer" },
  ]);
});

test("of a failed sample, a report that reads whole events is shown everything but its results", async () => {
  const { recorder } = recording();
  await recorder.record({ sampleId: "s.0", events: [right] });
  await recorder.record({ sampleId: "s.1", repeat: 0, events: [right, failure] });
  await recorder.record({ sampleId: "s.1", repeat: 1, events: [right] });

  const results = await collect(recorder.events("match"));
  const errors = await collect(recorder.events("error"));

  expect(results.map(({ sample_id, repeat }) => [sample_id, repeat])).toEqual([
    ["s.0", undefined],
    ["s.1", 1],
  ]);
  expect(errors).toMatchObject([{ sample_id: "s.1", repeat: 0 }]);
});

test("of very many errors a thousand are kept and all are counted", async () => {
  const { recorder } = recording();

  for (let index = 0; index < 1100; index++) {
    await recorder.record({ sampleId: `s.${index}`, events: [failure] });
  }

  expect(recorder.errors).toHaveLength(1000);
  expect(recorder.samples).toEqual({ total: 1100, errors: 1100, judged: 0 });
});

test.each([
  ["went wrong", { type: "Error", message: "went wrong" }],
  [{ code: 7 }, { type: "Error", message: '{"code":7}' }],
  [null, { type: "Error", message: "null" }],
  [
    { type: "E", message: 5 },
    { type: "E", message: "5" },
  ],
])("an error event whose author did as he liked is told all the same: %j", async (data, told) => {
  const { recorder } = recording();

  await recorder.record({ sampleId: "s.0", events: [{ type: "error", data }] });

  expect(recorder.errors).toEqual([{ sampleId: "s.0", ...told }]);
});

test("hidden fields are left out of events at every depth, and not out of the report's figures", async () => {
  const { recorder, sink } = recording({ hiddenFields: ["prompt", "score"] });
  const data = { prompt: "p", deep: [{ prompt: 1, kept: [{ score: 2, kept: null }] }], score: 0.5 };

  await recorder.open(SPEC);
  await recorder.record({ sampleId: "s.0", events: [{ type: "metrics", data }] });
  await recorder.close({ score: 0.5 });

  expect(sink.written[0]?.data).toEqual({ deep: [{ kept: [{ kept: null }] }] });
  expect(metricValues(recorder, "score")).toEqual([0.5]);
  expect(sink.report).toEqual({ score: 0.5 });
  expect(data.deep[0]?.prompt).toBe(1);
});

test("R122: no secret reaches a sink or the list of errors", async () => {
  const secrets = new Secrets();
  secrets.add("sk-CANARY-12345");
  const { recorder, sink } = recording({ secrets });
  const message = "401: Authorization: Bearer sk-CANARY-12345";

  await recorder.open({
    ...SPEC,
    run_config: { ...SPEC.run_config, command: "x api_key=sk-CANARY-12345" },
  });
  await recorder.record({
    sampleId: "s.0",
    events: [
      {
        type: "error",
        data: { type: "E", message, headers: [["authorization", "sk-CANARY-12345"]] },
      },
    ],
  });
  await recorder.close({ note: "sk-CANARY-12345" });

  expect(JSON.stringify([sink.spec, sink.written, sink.report, recorder.errors])).not.toContain(
    "CANARY",
  );
  expect(sink.written[0]?.data).toEqual({
    type: "E",
    message: "401: Authorization: Bearer [secret]",
    headers: [["authorization", "[secret]"]],
  });
});

test("what JSON cannot hold does not cost the sample: large integers, circles, nothing at all", async () => {
  const path = join(tempFolder(), "log.jsonl");
  const { recorder } = recording({ sink: new JsonlSink({ path }) });
  const circle: Record<string, unknown> = { name: "c" };
  circle["self"] = circle;
  const deep = Array.from({ length: 200 }).reduce<unknown>((inner) => [inner], "deep");
  await recorder.open(SPEC);

  const data = [{ small: 5n, large: 2n ** 70n }, circle, undefined, { at: new Date(0) }, deep];
  const events = data.map((item) => ({ type: "extra", data: item }));
  await recorder.record({ sampleId: "s.0", events });

  const logged = await collect(recorder.events("extra"));
  expect(logged.map((event) => event.data)).toEqual([
    { small: 5, large: "1180591620717411303424" },
    { name: "c", self: "[circular]" },
    null,
    { at: "1970-01-01T00:00:00.000Z" },
    deep,
  ]);
});

test("of what a judge wrote at length, the report's figures are kept and the log has it all", async () => {
  const path = join(tempFolder(), "log.jsonl");
  const { recorder } = recording({ sink: new JsonlSink({ path }) });
  const data = {
    choice: "B",
    score: 0.5,
    details: [{ reasoning: "r".repeat(257), short: "s".repeat(256) }],
  };
  await recorder.open(SPEC);

  await recorder.record({ sampleId: "s.0", events: [{ type: "metrics", data }] });

  expect(recorder.metrics).toEqual([
    { sampleId: "s.0", data: { ...data, details: [{ reasoning: "…", short: "s".repeat(256) }] } },
  ]);
  expect(await collect(recorder.events("metrics"))).toMatchObject([{ data }]);
});

test("a run that is abandoned leaves no file", async () => {
  const path = join(tempFolder(), "log.jsonl");
  const logging = recording({ sink: new JsonlSink({ path }) });
  await logging.recorder.open(SPEC);
  await logging.recorder.record({ sampleId: "s.0", events: [failure] });

  await logging.recorder.abandon();

  expect(existsSync(path)).toBe(false);
  const { recorder, folder } = recording();
  await recorder.record({ sampleId: "s.0", events: [failure] });
  expect(readdirSync(folder)).toHaveLength(1);
  await recorder.abandon();
  expect(readdirSync(folder)).toEqual([]);
});

test("an outcome without events counts as a sample and is not written", async () => {
  const { recorder, sink } = recording();

  await recorder.record({ sampleId: "s.0", events: [] });

  expect(sink.writes).toEqual([]);
  expect(recorder.samples).toEqual({ total: 1, errors: 0, judged: 1 });
});

test("whole events are read from the log file again", async () => {
  const path = join(tempFolder(), "log.jsonl");
  const { recorder } = recording({ sink: new JsonlSink({ path }) });
  const sample = new SampleRecorder();
  sample.match(true, { expected: ["Lima"], picked: "Lima" });
  sample.extra({ note: 1 });
  await recorder.open(SPEC);
  await recorder.record({ sampleId: "s.0", events: sample.drafts });

  const matches = await collect(recorder.events("match"));

  expect(matches).toMatchObject([
    { event_id: 0, data: { correct: true, expected: "Lima", picked: "Lima" } },
  ]);
  expect(await collect(recorder.events("metrics"))).toEqual([]);
});

test("whole events can be read with a sink that keeps nothing, and no file is left behind", async () => {
  const { recorder, folder } = recording();
  expect(await collect(recorder.events("match"))).toEqual([]);
  await recorder.record({ sampleId: "s.0", events: [right, { type: "extra", data: "é\u2028" }] });

  expect(await collect(recorder.events("extra"))).toMatchObject([{ event_id: 1, data: "é\u2028" }]);

  expect(readdirSync(folder)).toHaveLength(1);
  await recorder.close({});
  expect(readdirSync(folder)).toEqual([]);
});

test("a sample counts only once the sink has it", async () => {
  const sink = new MemorySink();
  sink.write = () => Promise.reject(new Error("disk full"));
  const { recorder } = recording({ sink });

  await expect(recorder.record({ sampleId: "s.0", events: [right] })).rejects.toThrow("disk full");

  expect(recorder.matches).toEqual([]);
  expect(recorder.samples.total).toBe(0);
});
