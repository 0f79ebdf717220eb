import { expect, test } from "vitest";
import { CallStats } from "../../src/completion/calls/call-stats.ts";
import type { Outcome } from "../../src/core/sample.ts";
import type { Progress } from "../../src/run/observer.ts";
import { isFailed, ProgressCounter } from "../../src/run/progress-counter.ts";

const GOOD: Outcome = { sampleId: "s.0", events: [{ type: "match", data: {} }] };
const FAILED: Outcome = { sampleId: "s.1", events: [{ type: "error", data: {} }] };

function counted(counts: { total: number; done?: number }) {
  const told: Progress[] = [];
  const stats = new CallStats();
  const counter = new ProgressCounter(counts, { progressed: (now) => told.push(now) }, stats);
  return { counter, stats, last: () => told.at(-1) };
}

test("samples are counted as they begin and end", () => {
  const { counter, last } = counted({ total: 3 });

  counter.began();
  counter.began();
  expect(last()).toEqual({ total: 3, done: 0, running: 2, retrying: 0, errors: 0 });

  counter.ended(GOOD);
  counter.ended(FAILED);
  expect(last()).toEqual({ total: 3, done: 2, running: 0, retrying: 0, errors: 1 });
});

test("a sample that the end of the run took away is not done", () => {
  const { counter, last } = counted({ total: 3 });

  counter.began();
  counter.ended(undefined);

  expect(last()).toMatchObject({ done: 0, running: 0, errors: 0 });
});

test("what was done in an earlier session is done", () => {
  const { counter, last } = counted({ total: 10, done: 4 });

  counter.began();
  counter.ended(GOOD);

  expect(last()).toMatchObject({ total: 10, done: 5 });
});

test("requests that wait are told", () => {
  const { counter, stats, last } = counted({ total: 1 });
  stats.waiting = 3;

  counter.began();

  expect(last()).toMatchObject({ retrying: 3 });
});

test("an outcome is failed when it has an error among its events", () => {
  expect(isFailed(GOOD)).toBe(false);
  expect(isFailed({ sampleId: "s.0", events: [...GOOD.events, ...FAILED.events] })).toBe(true);
});
