import { expect, test } from "vitest";
import { OutcomeReader } from "../../src/record/outcome-reader.ts";
import { event, SPEC } from "./log-data.ts";
import { logFile } from "./temp-log.ts";

async function eventIds(path: string, ...outcomes: readonly [string, number?][]) {
  const reader = await OutcomeReader.open(path);
  const found: number[][] = [];
  for (const [sampleId, repeat] of outcomes) {
    found.push((await reader.read(sampleId, repeat)).map(({ event_id }) => event_id));
  }
  await reader.close();
  return found;
}

test("outcomes are read in any order", async () => {
  const text = "é".repeat(100);
  const events = ["s.0", "s.0", "s.1", "s.2", "s.2"].map((sample_id, event_id) =>
    event({ sample_id, event_id, data: { text } }),
  );
  const path = logFile([{ spec: SPEC }, ...events]);

  expect(await eventIds(path, ["s.2"], ["s.0"], ["s.1"], ["s.3"])).toEqual([
    [3, 4],
    [0, 1],
    [2],
    [],
  ]);
});

test("events of other samples in between are left out", async () => {
  const events = ["s.0", "s.1", null, "s.0", "s.1"].map((sample_id, event_id) =>
    event({ sample_id, event_id }),
  );
  const path = logFile([{ spec: SPEC }, ...events], { end: "" });

  expect(await eventIds(path, ["s.1"], ["s.0"])).toEqual([
    [1, 4],
    [0, 3],
  ]);
});

test("of what was done again the last outcome is read, and each repeat by itself", async () => {
  const resumed = event({ event_id: 2, sample_id: null, type: "resumed", data: {} });
  const path = logFile([
    { spec: SPEC },
    event({ event_id: 0, sample_id: "s.0" }),
    { ...event({ event_id: 1, sample_id: "s.0" }), repeat: 1 },
    resumed,
    event({ event_id: 3, sample_id: "s.0" }),
  ]);

  expect(await eventIds(path, ["s.0"], ["s.0", 1], ["s.0", 0])).toEqual([[3], [1], []]);
});
