import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RunControl, type StopConditions } from "../../src/run/run-control.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function controlled(conditions: Partial<StopConditions> = {}) {
  const stops: unknown[] = [];
  const control = new RunControl({
    graceMs: 10_000,
    onStop: (reason) => stops.push(reason),
    ...conditions,
  });
  return { control, stops };
}

test("nothing stops or cancels a run by itself", () => {
  const { control, stops } = controlled();

  vi.advanceTimersByTime(1e9);

  expect(control.stopping.aborted).toBe(false);
  expect(control.cancelling.aborted).toBe(false);
  expect(control.failure).toBeUndefined();
  expect(stops).toEqual([]);
});

test("a stopped run cancels what runs after the grace period", () => {
  const { control } = controlled();

  control.stop("enough");
  vi.advanceTimersByTime(9_999);
  const before = control.cancelling.aborted;
  vi.advanceTimersByTime(1);

  expect(control.stopping.reason).toBe("enough");
  expect(before).toBe(false);
  expect(control.cancelling.reason).toBe("enough");
});

test("the first reason to stop counts and is told once", () => {
  const { control, stops } = controlled();

  control.stop("first");
  control.stop("second");
  control.cancel("third");

  expect(control.stopping.reason).toBe("first");
  expect(stops).toEqual(["first"]);
});

test("the caller's signal stops the run for its reason", () => {
  const caller = new AbortController();
  const { control, stops } = controlled({ signal: caller.signal });

  caller.abort("SIGINT");

  expect(control.stopping.reason).toBe("SIGINT");
  expect(control.cancelling.aborted).toBe(false);
  expect(stops).toEqual(["SIGINT"]);
});

test("a caller who has stopped before is heard too", () => {
  const { control } = controlled({ signal: AbortSignal.abort("SIGTERM") });

  expect(control.stopping.reason).toBe("SIGTERM");
});

test("a time limit ends the run without a grace period and says how long it took", () => {
  const { control, stops } = controlled({ timeoutMs: 1500 });

  vi.advanceTimersByTime(1500);

  expect(control.stopping.reason).toBe("the run took 1.5 s");
  expect(control.cancelling.reason).toBe("the run took 1.5 s");
  expect(stops).toEqual(["the run took 1.5 s"]);
});

test("a time limit ends a grace period as well", () => {
  const { control, stops } = controlled({ timeoutMs: 1500 });

  control.stop("SIGINT");
  vi.advanceTimersByTime(1500);

  expect(control.cancelling.aborted).toBe(true);
  expect(stops).toEqual(["SIGINT"]);
});

test.each([[Number.POSITIVE_INFINITY], [2 ** 31]])(
  "a limit of %d ms, which no timer can count, is none",
  (timeoutMs) => {
    const { control } = controlled({ timeoutMs });

    vi.advanceTimersByTime(60_000);

    expect(control.stopping.aborted).toBe(false);
  },
);

test("a failure ends everything at once, and the first one counts", () => {
  const { control, stops } = controlled();
  const [first, second] = [new Error("first"), new Error("second")];

  control.fail(first);
  control.fail(second);

  expect(control.failure).toBe(first);
  expect(control.stopping.aborted).toBe(true);
  expect(control.cancelling.aborted).toBe(true);
  expect(stops).toEqual([]);
});

test("what fails because it was cancelled is no failure", () => {
  const { control } = controlled();

  control.cancel("SIGINT");
  control.fail("SIGINT");

  expect(control.failure).toBeUndefined();
});

test("after its end neither a timer nor the caller reaches it", () => {
  const caller = new AbortController();
  const { control } = controlled({ signal: caller.signal, timeoutMs: 1000 });

  control.end();
  caller.abort("late");
  vi.advanceTimersByTime(1e6);

  expect(control.stopping.aborted).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
