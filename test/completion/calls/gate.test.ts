import { setMaxListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CallStats } from "../../../src/completion/calls/call-stats.ts";
import { Gate, type GateSettings, type HoldNotice } from "../../../src/completion/calls/gate.ts";
import { retrying } from "../../../src/completion/calls/retry.ts";
import { CompletionError, type CompletionFailure } from "../../../src/core/errors.ts";
import { testCall } from "../contexts.ts";
import { busiest, gaps, SimulatedEndpoint, type Verdict, windowed } from "../simulated-endpoint.ts";
import { VirtualTime } from "../virtual-time.ts";

const MINUTE = 60_000;
const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);

/** A gate before a simulated endpoint, asked by samples that run side by side. */
function setUp(
  settings: Partial<GateSettings> = {},
  judge?: (endpoint: SimulatedEndpoint, now: number) => Verdict,
  { latencyMs = 10 } = {},
) {
  const time = new VirtualTime();
  const stats = new CallStats();
  const gate = new Gate("m at h", { concurrency: 10, stats, time, ...settings });
  const endpoint = new SimulatedEndpoint(time, judge, { latencyMs });
  const fn = retrying(endpoint, { gate, stats, time });
  const call = testCall();
  setMaxListeners(0, call.signal);

  const askAll = async (count: number, atOnce = 10): Promise<PromiseSettledResult<unknown>[]> => {
    const results: PromiseSettledResult<unknown>[] = [];
    let next = 0;
    const worker = async () => {
      while (next < count) {
        next++;
        const [result] = await Promise.allSettled([fn.complete("Capital of Peru?", {}, call)]);
        results.push(result);
      }
    };
    await time.until(Promise.all(Array.from({ length: atOnce }, worker)));
    return results;
  };
  return { time, stats, gate, endpoint, askAll };
}

function answers(results: readonly PromiseSettledResult<unknown>[]): number {
  return results.filter(({ status }) => status === "fulfilled").length;
}

test.each<[string, CompletionFailure]>([
  ["with Retry-After", { retryAfterMs: 2000 }],
  ["without a header", {}],
])(
  "R07: where three requests in two seconds are taken, %s, nine samples need less than 18",
  async (_, refusal) => {
    const { stats, endpoint, askAll } = setUp({}, windowed(3, 2000, refusal));

    const results = await askAll(9);

    expect(answers(results)).toBe(9);
    expect(endpoint.arrivals.length).toBeLessThan(18);
    expect(stats).toMatchObject({ requests: endpoint.arrivals.length, waiting: 0 });
  },
);

test.each<[string, CompletionFailure]>([
  ["with Retry-After", { retryAfterMs: 5000 }],
  ["without a header", {}],
])(
  "R07: a long run against a limit that nobody announced, %s, is refused seldom",
  async (_, refusal) => {
    const { endpoint, askAll } = setUp({}, windowed(20, 5000, refusal), { latencyMs: 300 });

    const results = await askAll(400);

    const share = 400 / endpoint.arrivals.length;
    const best = (400 / 20) * 5000;
    expect(answers(results)).toBe(400);
    expect(share).toBeGreaterThan(0.8);
    expect(endpoint.arrivals.at(-1)).toBeLessThan(2 * best);
  },
);

test("Retry-After stops every caller", async () => {
  const isFirst = ({ arrivals }: SimulatedEndpoint) => arrivals.length === 3;
  const { endpoint, askAll } = setUp({}, (endpoint) =>
    isFirst(endpoint) ? { kind: "transient", status: 429, retryAfterMs: 7000 } : "answers",
  );

  await askAll(30, 3);

  const after = endpoint.arrivals.filter((at) => at > 1);
  expect(Math.min(...after)).toBeGreaterThanOrEqual(7001);
});

test("after a pause requests come one by one", async () => {
  let isOpen = false;
  const { endpoint, askAll } = setUp({}, ({ arrivals }) => {
    isOpen ||= arrivals.length > 10;
    return isOpen ? "answers" : { kind: "transient", status: 503, retryAfterMs: 3000 };
  });

  await askAll(40);

  const [first = 0, second = 0] = gaps(endpoint.arrivals.filter((at) => at > 3000));
  expect(first).toBeGreaterThanOrEqual(500);
  expect(second).toBeGreaterThanOrEqual(200);
});

test("a limit that was lifted is found out", async () => {
  const lifted = 30_000;
  const limited = windowed(5, 1000, { retryAfterMs: 1000 });
  const { endpoint, askAll } = setUp(
    {},
    (endpoint, now) => (now > lifted ? "answers" : limited(endpoint, now)),
    { latencyMs: 50 },
  );

  await askAll(1500);

  const rate = (from: number, to: number) =>
    endpoint.answered.filter((at) => at >= from && at < to).length / ((to - from) / 1000);
  expect(rate(10_000, lifted)).toBeLessThanOrEqual(5.1);
  expect(busiest(endpoint.answered, 1000)).toBeGreaterThan(20);
});

test("an endpoint that is down for a minute fails nobody", async () => {
  const { stats, endpoint, askAll } = setUp({}, (_, now) =>
    now < MINUTE ? { kind: "transient", status: 503 } : "answers",
  );

  const results = await askAll(50);

  expect(answers(results)).toBe(50);
  expect(endpoint.arrivals.filter((at) => at < MINUTE).length).toBeLessThan(30);
  expect(stats.waitedMs).toBeGreaterThan(0);
});

test("who asks for a longer pause than is granted gets none", async () => {
  const tooLong = { kind: "transient", status: 429, retryAfterMs: 2 * MINUTE } as const;
  const { endpoint, askAll } = setUp({ longestHoldMs: MINUTE }, ({ arrivals }) =>
    arrivals.length === 1 ? tooLong : "answers",
  );

  await askAll(20);

  const [own, ...others] = endpoint.arrivals.toReversed();
  expect(own).toBe(2 * MINUTE + 1);
  expect(Math.max(...others)).toBeLessThan(MINUTE);
});

test.each([1, 30, 600, 30_000])("%i requests a minute are never exceeded", async (rpm) => {
  const { gate, endpoint, askAll } = setUp();
  gate.restrict({ rpm });

  await askAll(Math.min(3 * rpm, 100));

  expect(busiest(endpoint.arrivals, MINUTE)).toBeLessThanOrEqual(rpm);
  expect(Math.min(...gaps(endpoint.arrivals))).toBe(MINUTE / rpm);
});

test("what was not asked in a pause does not come as a burst", async () => {
  const { time, gate, endpoint, askAll } = setUp();
  gate.restrict({ rpm: 60 });

  await askAll(3);
  await time.until(time.wait(10 * MINUTE, new AbortController().signal));
  await askAll(10);

  expect(Math.min(...gaps(endpoint.arrivals))).toBeGreaterThanOrEqual(999);
});

test("tokens a minute are those that answers tell, and before that an estimate", async () => {
  const { time, gate, stats } = setUp();
  gate.restrict({ tpm: 6000 });
  const begun: number[] = [];
  const fn = retrying(
    {
      async complete() {
        begun.push(time.now());
        return { completions: ["A"], usage: { total_tokens: 300 } };
      },
    },
    { gate, stats, time },
  );

  const prompt = "x".repeat(400);
  const ask = () => fn.complete(prompt, { max_tokens: 100 }, testCall());
  await time.until(Promise.all(Array.from({ length: 5 }, ask)));

  expect(begun).toEqual([0, 3000, 6000, 9000, 12_000]);
});

test("the lower of two limits counts", async () => {
  const { gate, endpoint, askAll } = setUp();
  gate.restrict({ rpm: 60, concurrency: 4 });
  gate.restrict({ rpm: 6000, concurrency: 8 });

  await askAll(5);

  expect(gaps(endpoint.arrivals)).toEqual([1000, 1000, 1000, 1000]);
});

test("concurrency grows while the endpoint answers well, up to its ceiling", async () => {
  const { endpoint, askAll } = setUp({ concurrency: 64 }, undefined, { latencyMs: 1000 });

  await askAll(500, 200);

  const rounds = [0, 1, 2, 3, 4].map(
    (second) => endpoint.arrivals.filter((at) => at === second * 1000).length,
  );
  expect(rounds).toEqual([10, 20, 40, 64, 64]);
  expect(endpoint.most).toBe(64);
});

test.each<[string, CompletionFailure]>([
  ["429", { kind: "transient", status: 429, retryAfterMs: 0 }],
  ["503", { kind: "transient", status: 503, retryAfterMs: 0 }],
  ["a timeout", { kind: "timeout" }],
])("%s of an endpoint that has too many at a time makes concurrency shrink", async (_, failure) => {
  const { endpoint, askAll } = setUp(
    { concurrency: 64 },
    ({ underWay }) => (underWay > 5 ? failure : "answers"),
    { latencyMs: 100 },
  );

  await askAll(300, 64);

  const share = endpoint.answered.length / endpoint.arrivals.length;
  expect(endpoint.most).toBeLessThanOrEqual(10);
  expect(share).toBeGreaterThan(0.8);
});

test("a fixed concurrency is always there", async () => {
  let failures = 0;
  const settings = { concurrency: 30, isFixed: true };
  const { endpoint, askAll } = setUp(
    settings,
    () => (failures++ < 3 ? { kind: "timeout" } : "answers"),
    { latencyMs: 100 },
  );

  await askAll(300, 40);

  expect(endpoint.arrivals.filter((at) => at === 0)).toHaveLength(30);
  expect(endpoint.most).toBe(30);
});

test("an endpoint that has nothing left is asked when its limit is whole again", async () => {
  const notices: HoldNotice[] = [];
  const { gate, endpoint, askAll } = setUp({ onHold: (notice) => notices.push(notice) });

  gate.hear({ requests: { remaining: 0, resetMs: 12_000 } });
  await askAll(3);

  expect(endpoint.arrivals).toEqual([12_000, 12_000, 12_000]);
  expect(notices).toEqual([{ reason: expect.stringContaining("m at h"), waitMs: 12_000 }]);
});

test("no more requests are under way than the endpoint says are left", async () => {
  const { time, gate, endpoint, askAll } = setUp({}, undefined, { latencyMs: 100 });

  gate.hear({ requests: { remaining: 2, resetMs: 1000 } });
  const asked = askAll(8);
  await time.until(time.wait(999, new AbortController().signal));

  expect(endpoint.most).toBe(2);
  await asked;
});

test("tokens that are left are shared out by what answers took so far", async () => {
  const { time, gate } = setUp();
  const begun: number[] = [];
  const pass = () =>
    gate.pass({ signal: new AbortController().signal }, async () => {
      begun.push(time.now());
      await time.wait(100, new AbortController().signal);
      return { usage: { total_tokens: 1000 } };
    });

  await time.until(pass());
  gate.hear({ tokens: { remaining: 2500, resetMs: 60_000 } });
  await time.until(Promise.all([pass(), pass(), pass()]));

  expect(begun).toEqual([0, 100, 100, 200]);
});

test("R10: calls that wait are counted while they wait, and their time", async () => {
  const { time, stats, gate } = setUp();
  gate.hear({ requests: { remaining: 0, resetMs: 5000 } });
  const { signal } = new AbortController();

  const passed = Promise.all([1, 2, 3].map(() => gate.pass({ signal }, async () => {})));
  await setImmediate();
  const waiting = stats.waiting;
  await time.until(passed);

  expect(waiting).toBe(3);
  expect(stats).toMatchObject({ waiting: 0, waitedMs: 15_000 });
});

test("an abort ends the wait with the signal's reason, and leaves the gate to others", async () => {
  const { time, stats, gate } = setUp({ concurrency: 1 });
  const controller = new AbortController();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const free = new AbortController().signal;

  const first = gate.pass({ signal: free }, () => held);
  const second = gate.pass({ signal: controller.signal }, async () => "second");
  const third = gate.pass({ signal: free }, async () => "third");
  controller.abort(new Error("the run was stopped"));
  release();

  await expect(second).rejects.toThrow("the run was stopped");
  await expect(time.until(third)).resolves.toBe("third");
  await first;
  expect(stats.waiting).toBe(0);
});

test("nobody who waits is left with a timer after an abort", async () => {
  const { time, gate } = setUp();
  const controller = new AbortController();
  gate.hear({ requests: { remaining: 0, resetMs: 5000 } });

  const passed = gate.pass({ signal: controller.signal }, async () => {});
  await setImmediate();
  const before = time.timers;
  controller.abort(new Error("stopped"));

  await expect(passed).rejects.toThrow("stopped");
  expect([before, time.timers]).toEqual([1, 0]);
});

const outcome = fc.record({
  latencyMs: fc.integer({ min: 0, max: 500 }),
  abortMs: fc.option(fc.integer({ min: 0, max: 500 }), { nil: undefined }),
  failure: fc.option(
    fc.constantFrom<CompletionFailure>(
      { kind: "transient", status: 429 },
      { kind: "transient", status: 429, retryAfterMs: 100 },
      { kind: "transient", status: 503 },
      { kind: "timeout" },
      { kind: "permanent", status: 400 },
    ),
    { nil: undefined },
  ),
});

test("whatever happens, everybody comes to an end and the ceiling holds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(outcome, { maxLength: 40 }), async (outcomes) => {
      const { time, stats, gate } = setUp({ concurrency: 5 });
      let underWay = 0;
      const pass = async ({ latencyMs, abortMs, failure }: (typeof outcomes)[number]) => {
        const controller = new AbortController();
        const { signal } = controller;
        if (abortMs !== undefined) {
          void time.wait(abortMs, NEVER).then(() => controller.abort(new Error("stopped")));
        }
        await gate.pass({ signal }, async () => {
          underWay++;
          expect(underWay).toBeLessThanOrEqual(5);
          await time.wait(latencyMs, signal).finally(() => underWay--);
          if (failure) throw new CompletionError("no", failure);
        });
      };

      await time.until(Promise.allSettled(outcomes.map(pass)));

      expect(underWay).toBe(0);
      expect(stats.waiting).toBe(0);
    }),
    { numRuns: 50 },
  );
});
