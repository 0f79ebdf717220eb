import { expect, test } from "vitest";
import { CallStats } from "../../../src/completion/calls/call-stats.ts";
import { Gate } from "../../../src/completion/calls/gate.ts";
import { backOffMs, type RetryNotice, retrying } from "../../../src/completion/calls/retry.ts";
import type { Time } from "../../../src/completion/calls/time.ts";
import type { CompletionFn } from "../../../src/core/completion.ts";
import { CompletionError, type CompletionFailure } from "../../../src/core/errors.ts";
import { type Reply, refusal } from "../../helpers/fake-openai.ts";
import { chatAt, serve, testCall } from "../contexts.ts";

/** Time that passes only by waiting, at once. */
function fakeTime(): Time & { waits: number[] } {
  let now = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    async wait(milliseconds) {
      waits.push(milliseconds);
      now += milliseconds;
    },
  };
}

/** Fails with these, one after the other, and then answers. */
function failing(...failures: readonly CompletionFailure[]): CompletionFn & { tries: number } {
  return {
    tries: 0,
    async complete() {
      const failure = failures[this.tries++];
      if (failure) throw new CompletionError("m at h: 500 oops", failure);
      return { completions: ["Lima"] };
    },
  };
}

const REFUSED = { kind: "transient", code: "ECONNREFUSED" } as const;
const TRANSIENT = { kind: "transient", status: 500 } as const;

function ask(fn: CompletionFn, call = testCall()) {
  return fn.complete("Capital of Peru?", {}, call);
}

test("a failure that passes is asked again, and counted", async () => {
  const stats = new CallStats();
  const time = fakeTime();

  const { completions } = await ask(retrying(failing(TRANSIENT, TRANSIENT), { stats, time }));

  expect(completions).toEqual(["Lima"]);
  const waitedMs = time.waits.reduce((sum, wait) => sum + wait, 0);
  expect(stats).toEqual({ requests: 3, retries: 2, waitedMs, waiting: 0 });
});

test.each([
  [1, 0, 0],
  [1, 1, 1500],
  [2, 1, 3000],
  [3, 0.5, 3000],
  [6, 1, 48_000],
  [7, 1, 60_000],
  [40, 1, 60_000],
])("before try %i + 1 at draw %f the wait is %i ms", (attempt, draw, expected) => {
  expect(backOffMs(attempt, () => draw)).toBe(expected);
});

test("waits are drawn between 0 and the base of each try", async () => {
  const time = fakeTime();

  await ask(retrying(failing(...Array(7).fill(TRANSIENT)), { time }));

  expect(time.waits).toHaveLength(7);
  for (const [index, wait] of time.waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(0);
    expect(wait).toBeLessThanOrEqual(Math.min(60_000, 1500 * 2 ** index));
  }
});

test("R03: a server that keeps failing is asked eight times, and its last words are kept", async () => {
  const server = await serve(...Array(7).fill(refusal(500, { message: "oops" })), {
    status: 500,
    body: { error: { message: "still broken" } },
  });
  const stats = new CallStats();

  const error = await ask(retrying(chatAt(server), { stats, time: fakeTime() })).catch(
    (thrown) => thrown,
  );

  expect(server.requests).toHaveLength(8);
  expect(stats).toMatchObject({ requests: 8, retries: 7 });
  expect(error).toMatchObject({ name: "CompletionError", kind: "transient", status: 500 });
  expect(error.message).toMatch(/^gpt-4o at .*: 500 still broken \(tried 8 times in [\d.]+ s\)$/);
});

test("the number of tries can be set", async () => {
  const fn = failing(...Array(9).fill(TRANSIENT));

  await expect(ask(retrying(fn, { maxTries: 3, time: fakeTime() }))).rejects.toThrow(
    /tried 3 times/,
  );
  expect(fn.tries).toBe(3);
});

test("no try begins after the time for all of them", async () => {
  const fn = failing(...Array(9).fill({ ...TRANSIENT, retryAfterMs: 4000 }));
  const time = fakeTime();

  await expect(ask(retrying(fn, { maxTimeMs: 10_000, time }))).rejects.toThrow(
    "m at h: 500 oops (tried 3 times in 8 s; it asks to wait 4 s)",
  );
  expect(fn.tries).toBe(3);
});

test("who asks to wait longer than there is time is not waited for", async () => {
  const time = fakeTime();
  const fn = failing({ ...TRANSIENT, retryAfterMs: 3_600_000 });

  await expect(ask(retrying(fn, { time }))).rejects.toThrow(
    "m at h: 500 oops (tried once in 0 s; it asks to wait 3600 s)",
  );
  expect(time.waits).toEqual([]);
});

test("R07: Retry-After is waited for", async () => {
  const server = await serve(
    refusal(429, { message: "RPM limit 3" }, { "retry-after": "2" }),
    "Lima",
  );
  const time = fakeTime();

  await ask(retrying(chatAt(server), { time }));

  expect(time.waits).toEqual([2000]);
});

test("R01: after a timeout there is one more try", async () => {
  const server = await serve({ fault: "silence" });
  const fn = retrying(chatAt(server, {}, { timeoutMs: 50 }), { time: fakeTime() });

  const error = await ask(fn).catch((thrown) => thrown);

  expect(server.requests).toHaveLength(2);
  expect(error).toMatchObject({ kind: "timeout" });
  expect(error.message).toMatch(/no answer within [\d.]+ s \(tried 2 times in [\d.]+ s\)$/);
});

test.each(["ECONNREFUSED", "ENOTFOUND", "no_answer"])(
  "after %s, which waiting seldom mends, there is one more try",
  async (code) => {
    const fn = failing(...Array(9).fill({ kind: "transient", code }));

    await expect(ask(retrying(fn, { time: fakeTime() }))).rejects.toThrow(/tried 2 times/);
    expect(fn.tries).toBe(2);
  },
);

test.each(["ECONNREFUSED", "ENOTFOUND"])(
  "%s of an endpoint that has never answered is fatal once a call is given up",
  async (code) => {
    const time = fakeTime();
    const gate = new Gate("m at h", { concurrency: 2, time });
    const fn = failing(...Array(9).fill({ kind: "transient", code, fix: "check the URL" }));

    const error = await ask(retrying(fn, { time, gate })).catch((thrown) => thrown);

    expect(error).toMatchObject({ kind: "fatal", code, fix: "check the URL" });
    expect(fn.tries).toBe(2);
  },
);

test("one refused connection is not enough", async () => {
  const time = fakeTime();
  const gate = new Gate("m at h", { concurrency: 2, time });
  const fn = retrying(failing(...Array(9).fill(REFUSED)), { time, gate, maxTries: 1 });

  await expect(ask(fn)).rejects.toMatchObject({ kind: "transient" });
  await expect(ask(fn)).rejects.toMatchObject({ kind: "fatal" });
});

test.each<[string, CompletionFailure | undefined]>([
  ["an answer", undefined],
  ["a refusal", { kind: "permanent", status: 400 }],
])("after %s a connection that is refused fails its call alone", async (_, first) => {
  const time = fakeTime();
  const gate = new Gate("m at h", { concurrency: 2, time });
  const fn = failing(...(first ? [first] : []));
  await ask(retrying(fn, { time, gate })).catch(() => {});

  const later = ask(retrying(failing(...Array(9).fill(REFUSED)), { time, gate }));

  await expect(later).rejects.toMatchObject({ kind: "transient", code: "ECONNREFUSED" });
});

test.each<[string, Reply]>([
  ["R06: a prompt that is too long", refusal(400, { code: "context_length_exceeded" })],
  ["R16: a prompt that is refused", refusal(400, { code: "invalid_prompt" })],
  ["a wrong key", refusal(401, { message: "Incorrect API key" })],
  ["an unknown model", refusal(404, { message: "no such model" })],
  ["an empty quota", refusal(429, { code: "insufficient_quota", message: "no credit" })],
])("%s is asked once", async (_, reply) => {
  const server = await serve(reply);

  const answer = ask(retrying(chatAt(server), { time: fakeTime() }));

  await expect(answer).rejects.toMatchObject({ name: "CompletionError" });
  await expect(answer).rejects.not.toThrow(/tried/);
  expect(server.requests).toHaveLength(1);
});

test("an error of another class, such as a bug, is thrown as it is", async () => {
  const bug = new TypeError("x is not a function");
  const fn: CompletionFn = {
    async complete() {
      throw bug;
    },
  };

  await expect(ask(retrying(fn, { time: fakeTime() }))).rejects.toBe(bug);
});

test("R04: each retry says status, the provider's message and the wait", async () => {
  const limited = refusal(429, { message: "RPM limit 3" });
  const server = await serve(limited, limited, "Lima");
  const time = fakeTime();
  const notices: RetryNotice[] = [];

  await ask(retrying(chatAt(server), { time, onRetry: (notice) => notices.push(notice) }));

  expect(notices.map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(notices.map(({ waitMs }) => waitMs)).toEqual(time.waits);
  expect(notices[0]?.error.message).toMatch(/^gpt-4o at .*: 429 RPM limit 3$/);
});

test("R10: calls that wait for their next try are counted while they wait", async () => {
  const stats = new CallStats();
  const seen: number[] = [];
  const time = {
    now: () => 0,
    async wait() {
      seen.push(stats.waiting);
    },
  };

  await ask(retrying(failing(TRANSIENT), { stats, time }));

  expect(seen).toEqual([1]);
  expect(stats.waiting).toBe(0);
});

test("an abort ends a wait at once, with the signal's reason", async () => {
  const controller = new AbortController();
  const fn = retrying(failing({ ...TRANSIENT, retryAfterMs: 60_000 }), {
    onRetry: () => setImmediate(() => controller.abort(new Error("the run was stopped"))),
  });

  const answer = ask(fn, testCall({ signal: controller.signal }));

  await expect(answer).rejects.toThrow("the run was stopped");
});

test("an abort ends a call whose function does not listen to it", async () => {
  const controller = new AbortController();
  const fn: CompletionFn = {
    complete() {
      setImmediate(() => controller.abort(new Error("the run was stopped")));
      return new Promise(() => {});
    },
  };

  const answer = ask(retrying(fn), testCall({ signal: controller.signal }));

  await expect(answer).rejects.toThrow("the run was stopped");
});

test("nothing is asked after an abort", async () => {
  const fn = failing();

  const answer = ask(retrying(fn), testCall({ signal: AbortSignal.abort(new Error("stopped")) }));

  await expect(answer).rejects.toThrow("stopped");
  expect(fn.tries).toBe(0);
});
