import { expect, test } from "vitest";
import { indexLog } from "../../src/record/log-index.ts";
import { event, SPEC } from "./log-data.ts";
import { logFile } from "./temp-log.ts";

/** Ids that only look alike, and those that are no row's. */
const IDS = [
  ...["s.0", "s.00", "s.0.0", "s.-1", "s.1e3", "s.1000", "s. 7", "s.7", "t.7", ".7", "7", "s."],
  ...["s", "", "s.16777215", "s.16777216", "s.99999999999999999999", "s.7\n1", "日本.7"],
];

test("every id has a place of its own", async () => {
  const events = IDS.map((sample_id, event_id) => event({ sample_id, event_id }));
  const index = await indexLog(logFile([{ spec: SPEC }, ...events]));

  const starts = IDS.map((id) => index.span(id, undefined)?.start);

  expect(starts).not.toContain(undefined);
  expect(new Set(starts).size).toBe(IDS.length);
  expect(index.span("s.8", undefined)).toBeUndefined();
});

test("every repeat has a place of its own", async () => {
  const events = [0, 1, 2].map((repeat) => ({ ...event({ sample_id: "s.4" }), repeat }));
  const index = await indexLog(logFile([{ spec: SPEC }, event({ sample_id: "s.4" }), ...events]));

  const starts = [undefined, 0, 1, 2].map((repeat) => index.span("s.4", repeat)?.start);

  expect(new Set(starts).size).toBe(4);
  expect(index.span("s.4", 3)).toBeUndefined();
});

test("many rows find room in any order", async () => {
  const rows = [70_000, 3, 5000, 0, 69_999];
  const events = rows.map((row) => event({ sample_id: `s.${row}` }));
  const index = await indexLog(logFile([{ spec: SPEC }, ...events]));

  const spans = rows.map((row) => index.span(`s.${row}`, undefined));

  expect(spans.slice(1).map((span) => span?.start)).toEqual(
    spans.slice(0, -1).map((span) => span?.end),
  );
});
