import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Deadline } from "../../src/core/deadline.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("without a limit it is its parent's signal", () => {
  const parent = new AbortController();
  const deadline = new Deadline(parent.signal);

  parent.abort("over");

  expect(deadline.signal).toBe(parent.signal);
  expect(deadline.expired).toBe(false);
});

test("it expires when its time is up", () => {
  const deadline = new Deadline(new AbortController().signal, 2000);

  vi.advanceTimersByTime(1999);
  const before = deadline.signal.aborted;
  vi.advanceTimersByTime(1);

  expect(before).toBe(false);
  expect(deadline.expired).toBe(true);
  expect(deadline.signal.reason).toEqual(new Error("not done after 2 s"));
});

test("it ends with its parent, which is not expiring", () => {
  const parent = new AbortController();
  const deadline = new Deadline(parent.signal, 2000);

  parent.abort("SIGINT");

  expect(deadline.signal.reason).toBe("SIGINT");
  expect(deadline.expired).toBe(false);
});

test("a parent that is over already ends it at once", () => {
  const deadline = new Deadline(AbortSignal.abort("SIGINT"), 2000);

  expect(deadline.signal.reason).toBe("SIGINT");
});

test.each([[Number.POSITIVE_INFINITY], [2 ** 31]])(
  "a limit of %d ms, which no timer can count, is none",
  (milliseconds) => {
    const deadline = new Deadline(new AbortController().signal, milliseconds);

    vi.advanceTimersByTime(60_000);

    expect(deadline.signal.aborted).toBe(false);
  },
);

test("after its end no timer is left", () => {
  const deadline = new Deadline(new AbortController().signal, 2000);

  deadline.end();
  vi.advanceTimersByTime(5000);

  expect(deadline.expired).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
