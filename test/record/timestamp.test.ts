import { expect, test } from "vitest";
import { eventTimestamp, runTimestamp } from "../../src/record/timestamp.ts";

test.each([
  [Date.UTC(2026, 2, 14, 10, 15, 2, 118), "2026-03-14 10:15:02.118000"],
  [Date.UTC(2026, 10, 30, 0, 0, 0, 1), "2026-11-30 00:00:00.001000"],
  [Date.UTC(2026, 10, 30, 23, 59, 59, 0), "2026-11-30 23:59:59"],
])("a time is written in UTC, without a fraction that is zero: %d", (time, text) => {
  expect(runTimestamp(time)).toBe(text);
  expect(eventTimestamp(time)).toBe(`${text}+00:00`);
});
