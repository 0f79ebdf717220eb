import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Reply, refusal } from "../helpers/fake-openai.ts";
import { runAgainst, startAgainst } from "./run-against.ts";

/** Answers so many requests in any so many milliseconds, and refuses the others. */
function allowing(calls: number, milliseconds: number, headers: Record<string, string>): Reply {
  const answered: number[] = [];
  return () => {
    const now = performance.now();
    if (answered.filter((at) => at > now - milliseconds).length >= calls) {
      return refusal(429, { message: `RPM limit ${calls}` }, headers);
    }
    answered.push(now);
    return "A";
  };
}

test.each([
  ["with Retry-After", allowing(3, 1000, { "retry-after": "1" })],
  ["with Retry-After in milliseconds", allowing(3, 400, { "retry-after-ms": "400" })],
  ["without a header", allowing(3, 400, {})],
])(
  "R07: a storm of 429 %s: every sample is scored, with less than two requests each",
  async (_, reply) => {
    const { exitCode, stderr, requests, log } = await runAgainst([reply], {
      samples: 9,
      env: { EVALS_THREADS: "10" },
    });

    expect(exitCode).toBe(0);
    expect(log.report).toMatchObject({ accuracy: 1, "samples/scored": 9, "samples/errors": 0 });
    expect(requests.length).toBeLessThan(18);
    expect(log.report).toMatchObject({ "run/requests": requests.length });
    expect(stderr.match(/waiting .* before asking again: .*429 RPM limit 3/g)).toHaveLength(1);
  },
);

test("R07: samples, repeats and judges share the way to one model", async () => {
  const { exitCode, requests, log } = await runAgainst(
    [allowing(4, 400, { "retry-after-ms": "400" })],
    { samples: 6, flags: ["--repeats", "3"], env: { EVALS_THREADS: "18" } },
  );

  expect(exitCode).toBe(0);
  expect(log.report).toMatchObject({ "samples/scored": 6, "samples/errors": 0 });
  expect(requests.length).toBeLessThan(36);
});

test("what an endpoint says is left keeps it from having to refuse", async () => {
  let left = 3;
  let refused = 0;
  const { exitCode, stderr, requests } = await runAgainst(
    [
      () => {
        if (left === 0) refused++;
        if (left === 0) return refusal(429, { message: "too many" }, { "retry-after-ms": "300" });
        left--;
        if (left === 0) setTimeout(() => (left = 3), 300).unref();
        const headers = {
          "x-ratelimit-remaining-requests": `${left}`,
          "x-ratelimit-reset-requests": "310ms",
        };
        return { text: "A", headers };
      },
    ],
    { samples: 12, env: { EVALS_THREADS: "3" } },
  );

  expect(exitCode).toBe(0);
  expect(refused).toBe(0);
  expect(requests).toHaveLength(12);
  expect(stderr).toContain("nothing is left of its limit");
});

test("an endpoint that is away for a while is asked seldom, and every sample is scored", async () => {
  let isBack = false;
  const { exitCode, requests, log } = await runAgainst(
    [
      () => {
        setTimeout(() => (isBack = true), 1000).unref();
        return isBack ? "A" : refusal(503, { message: "Overloaded" });
      },
    ],
    { samples: 20, env: { EVALS_THREADS: "10" } },
  );

  expect(exitCode).toBe(0);
  expect(log.report).toMatchObject({ "samples/scored": 20, "samples/errors": 0 });
  expect(requests.length).toBeLessThan(40);
});

test("--concurrency is the most that are asked at a time, and --fixed-concurrency as many", async () => {
  const most: number[] = [];
  for (const flags of [["--concurrency=4"], ["--concurrency=20", "--fixed-concurrency"]]) {
    let [now, peak] = [0, 0];
    await runAgainst(
      [
        async () => {
          peak = Math.max(peak, ++now);
          if (now < 4) await new Promise((resolve) => setTimeout(resolve, 50).unref());
          now--;
          return "A";
        },
      ],
      { samples: 30, flags },
    );
    most.push(peak);
  }

  expect(most[0]).toBeLessThanOrEqual(4);
  expect(most[1]).toBeLessThanOrEqual(20);
});

test("--rpm and --tpm are said when they hold something up", async () => {
  const { exitCode, stderr, log } = await runAgainst(["A"], {
    samples: 5,
    flags: ["--rpm=600", "--tpm=100000"],
  });

  expect(exitCode).toBe(0);
  expect(
    stderr.match(/^waiting .*: stub at http.*: limited to 600 requests a minute$/gm),
  ).toHaveLength(1);
  expect(log.report).toMatchObject({ "samples/scored": 5, "run/retries": 0 });
});

test("a wait for a limit does not outlive the run's own time", async () => {
  const { exitCode, log, stdout } = await runAgainst(
    [refusal(429, { message: "RPM limit 3" }, { "retry-after": "300" })],
    { flags: ["--run-timeout", "1"] },
  );

  expect(exitCode).toBe(1);
  expect(stdout).toContain("the run took 1 s");
  expect(log.report).toMatchObject({ "samples/scored": 0, "samples/skipped": 9 });
});

test("a wait for a limit does not outlive the sample's own time", async () => {
  const { exitCode, log } = await runAgainst(
    [refusal(429, { message: "RPM limit 3" }, { "retry-after": "300" })],
    { samples: 2, flags: ["--sample-timeout", "1"] },
  );

  expect(exitCode).toBe(1);
  expect(log.report).toMatchObject({ "samples/scored": 0, "samples/errors": 2 });
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s twice ends a run that waits for a limit, and the log is whole",
  async (signal) => {
    const { oaieval, server, logPath } = await startAgainst([
      "A",
      "A",
      refusal(429, { message: "RPM limit 3" }, { "retry-after": "300" }),
    ]);
    await oaieval.says("before asking again");

    oaieval.kill(signal);
    await oaieval.says(`stopping: ${signal}`);
    oaieval.kill(signal);

    expect(await oaieval.exitCode).toBe(signal === "SIGINT" ? 130 : 143);
    expect(server.requests.length).toBeLessThanOrEqual(9);
    expect(readLines(logPath).every((line) => JSON.parse(line))).toBe(true);
  },
);

function readLines(path: string): string[] {
  return readFileSync(path, "utf8").trimEnd().split("\n");
}
