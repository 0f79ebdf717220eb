import { expect, test } from "vitest";
import type { Event } from "../../src/core/event.ts";
import { readOutcomes } from "../../src/record/log-outcomes.ts";
import { readLog } from "../../src/record/read-log.ts";
import { collect, event, SPEC } from "./log-data.ts";
import { logFile } from "./temp-log.ts";

/** `s.1/0` is sample s.1 in repeat 0; each is one event, numbered as it comes. */
async function outcomesOf(places: readonly string[]) {
  const events = places.map((place, event_id): Event => {
    if (place === "resumed") return event({ event_id, sample_id: null, type: "resumed", data: {} });
    const [sample_id = "", repeat] = place.split("/");
    const common = event({ event_id, sample_id });
    return repeat === undefined ? common : { ...common, repeat: Number(repeat) };
  });
  const log = await readLog(logFile([{ spec: SPEC }, ...events]));
  const outcomes = await collect(readOutcomes(log));
  return outcomes.map(({ sampleId, repeat, events: own }) => [
    repeat === undefined ? sampleId : `${sampleId}/${repeat}`,
    own.map(({ event_id }) => event_id),
  ]);
}

test("events are grouped by sample", async () => {
  expect(await outcomesOf(["s.1", "s.1", "s.0", "s.0", "s.0"])).toEqual([
    ["s.1", [0, 1]],
    ["s.0", [2, 3, 4]],
  ]);
});

test("samples whose events are mixed come in the order in which they were done", async () => {
  expect(await outcomesOf(["s.0", "s.1", "s.2", "s.1", "s.0", "s.2"])).toEqual([
    ["s.1", [1, 3]],
    ["s.0", [0, 4]],
    ["s.2", [2, 5]],
  ]);
});

test("repeats of a sample are outcomes of their own", async () => {
  expect(await outcomesOf(["s.0/0", "s.0/0", "s.0/1"])).toEqual([
    ["s.0/0", [0, 1]],
    ["s.0/1", [2]],
  ]);
});

test("in a log that was continued the last outcome of a sample counts", async () => {
  const log = ["s.0", "s.0", "s.1", "s.2", "resumed", "s.1", "s.1", "resumed", "s.2/0", "s.1"];

  expect(await outcomesOf(log)).toEqual([
    ["s.0", [0, 1]],
    ["s.2", [3]],
    ["s.2/0", [8]],
    ["s.1", [9]],
  ]);
});

test("events of the whole run are nobody's", async () => {
  expect(await outcomesOf(["resumed", "resumed"])).toEqual([]);
});
