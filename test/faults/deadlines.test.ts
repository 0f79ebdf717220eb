import { expect, test } from "vitest";
import { HTML, type Reply, refusal } from "../helpers/fake-openai.ts";
import { questionOf, runAgainst } from "./run-against.ts";

/** Answers "A" to all questions but one. */
function allBut(question: number, reply: Reply): Reply {
  return (request) => (questionOf(request) === question ? reply : "A");
}

test("R01: one of twenty that is never answered is an error, and the run ends by itself", async () => {
  const { exitCode, requests, log, stdout } = await runAgainst([allBut(7, { fault: "silence" })], {
    samples: 20,
    env: { EVALS_THREAD_TIMEOUT: "0.5" },
  });

  expect(exitCode).toBe(1);
  expect(requests).toHaveLength(21);
  expect(log.report).toMatchObject({ accuracy: 1, "samples/scored": 19, "samples/errors": 1 });
  expect(log.events).toContainEqual(
    expect.objectContaining({
      sample_id: "t-match.dev.7",
      type: "error",
      data: expect.objectContaining({ kind: "timeout" }),
    }),
  );
  expect(stdout).toContain("19 of 20 scored");
});

test.each<[string, Reply]>([
  ["is never answered", { fault: "silence" }],
  ["drips and never ends", { fault: "drip" }],
  ["is a stream that stands still", { events: [], end: "silence" }],
])("an answer that %s is waited for as long as --timeout says, twice", async (_, reply) => {
  const { exitCode, requests, log } = await runAgainst([allBut(0, reply)], {
    samples: 3,
    flags: ["--timeout", "0.5"],
  });

  expect(exitCode).toBe(1);
  expect(requests).toHaveLength(4);
  expect(log.report).toMatchObject({ "samples/scored": 2, "samples/errors": 1 });
  expect(log.events.find(({ type }) => type === "error")).toMatchObject({
    sample_id: "t-match.dev.0",
    data: { kind: "timeout", message: expect.stringMatching(/no answer within 0\.5 s/) },
  });
});

test.each<[string, Reply]>([
  ["silent", { fault: "silence" }],
  ["dripping", { fault: "drip" }],
])("--sample-timeout ends a sample before a server that is %s", async (_, reply) => {
  const { exitCode, requests, log } = await runAgainst([allBut(0, reply)], {
    samples: 3,
    flags: ["--sample-timeout", "0.5"],
  });

  expect(exitCode).toBe(1);
  expect(requests).toHaveLength(3);
  expect(log.report).toMatchObject({ "samples/scored": 2, "samples/errors": 1 });
  expect(log.events.find(({ type }) => type === "error")).toMatchObject({
    data: { message: "the sample was not done after 0.5 s (--sample-timeout 0.5)" },
  });
});

test.each<[string, Reply]>([
  ["silent", { fault: "silence" }],
  ["dripping", { fault: "drip" }],
  ["failing", { status: 500, body: { error: { message: "oops" } } }],
])("--run-timeout ends a run before a server that is %s", async (_, reply) => {
  const { exitCode, stdout, log } = await runAgainst([allBut(0, reply)], {
    samples: 3,
    flags: ["--run-timeout", "1.5", "--max-tries", "100"],
  });

  expect(exitCode).toBe(1);
  expect(stdout).toContain("the run took 1.5 s; the report covers what was judged");
  expect(log.report).toMatchObject({ accuracy: 1, "samples/scored": 2, "samples/skipped": 1 });
});

const FAULTS: Readonly<Record<string, Reply>> = {
  silence: { fault: "silence" },
  drips: { fault: "drip" },
  resets: { fault: "reset" },
  "half JSON": { fault: "half" },
  "a page of HTML": HTML,
  "an error in a success": { status: 200, body: { error: { message: "Later", code: 503 } } },
  "429 with a header": refusal(429, { message: "RPM limit 3" }, { "retry-after": "300" }),
  "429 without a header": refusal(429, { message: "RPM limit 3" }),
  "503": refusal(503, { message: "Overloaded" }),
};

test(`no fault outlives the run's time, whatever the tries: ${Object.keys(FAULTS).join(", ")}`, async () => {
  const faults = Object.values(FAULTS);

  const { exitCode, log } = await runAgainst([(request) => faults[questionOf(request)] ?? "A"], {
    samples: faults.length,
    flags: ["--run-timeout", "1", "--max-tries", "1000", "--concurrency", "9"],
  });

  const { report = {} } = log;
  expect(exitCode).toBe(1);
  expect(report).toMatchObject({ accuracy: null, "samples/scored": 0 });
  expect(Number(report["samples/errors"]) + Number(report["samples/skipped"])).toBe(faults.length);
});

test(`no fault outlives its sample's time: ${Object.keys(FAULTS).join(", ")}`, async () => {
  const faults = Object.values(FAULTS);

  const { exitCode, log } = await runAgainst([(request) => faults[questionOf(request)] ?? "A"], {
    samples: faults.length,
    flags: ["--sample-timeout", "0.5", "--max-tries", "1000", "--concurrency", "9"],
  });

  expect(exitCode).toBe(1);
  expect(log.report).toMatchObject({ "samples/scored": 0, "samples/errors": faults.length });
});

test("all deadlines hold at once, whatever the concurrency", async () => {
  const { exitCode, log } = await runAgainst([{ fault: "silence" }], {
    samples: 200,
    flags: ["--timeout", "0.3", "--sample-timeout", "1", "--run-timeout", "2"],
    env: { EVALS_THREADS: "50" },
  });

  const { report = {} } = log;
  expect(exitCode).toBe(1);
  expect(report).toMatchObject({ accuracy: null, "samples/total": 200, "samples/scored": 0 });
  expect(Number(report["samples/errors"]) + Number(report["samples/skipped"])).toBe(200);
});

test.each(["1", "4", "32"])(
  "R12: fifteen rows come to their end with %s at a time",
  async (threads) => {
    const { exitCode, requests } = await runAgainst(["A"], {
      samples: 15,
      env: { EVALS_THREADS: threads },
    });

    expect(exitCode).toBe(0);
    expect(requests).toHaveLength(15);
  },
);
