import { expect, test } from "vitest";
import { runTiny } from "../helpers/run-tiny.ts";
import { stubEndpoint, withoutBackOff } from "../helpers/stub-endpoint.ts";
import { questions } from "../helpers/tiny-registry.ts";

/** A completion function that answers with how many calls run at the same time. */
const COUNTS_CALLS = `
export class CountsCalls {
  #running = 0;
  #most = 0;
  async complete() {
    this.#most = Math.max(this.#most, ++this.#running);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    this.#running--;
    return { completions: [String(this.#most)] };
  }
}
`;

async function mostAtATime(
  env: Record<string, string>,
  flags: readonly string[] = [],
): Promise<number> {
  const { log } = await runTiny(["./counts-calls.ts:CountsCalls", "t-match", ...flags], {
    rows: questions(40),
    files: { "counts-calls.ts": COUNTS_CALLS },
    env,
  });
  const answers = log.events
    .filter(({ type }) => type === "sampling")
    .map(({ data }) => Number((data as { sampled: string[] }).sampled[0]));
  return Math.max(...answers);
}

test("ten samples are judged at a time", async () => {
  expect(await mostAtATime({})).toBe(10);
});

test.each([
  [{ EVALS_THREADS: "3" }, [], 3],
  [{ EVALS_THREADS: "" }, [], 10],
  [{ EVALS_SEQUENTIAL: "1" }, [], 1],
  [{ EVALS_SEQUENTIAL: "true", EVALS_THREADS: "3" }, [], 1],
  [{ EVALS_SEQUENTIAL: "yes" }, [], 1],
  [{ EVALS_SEQUENTIAL: "0" }, [], 10],
  [{ EVALS_SEQUENTIAL: "True" }, [], 10],
  [{ EVALS_THREADS: "3" }, ["--concurrency", "5"], 5],
])("%j with the flags %j: at most so many at a time", async (env, flags, most) => {
  expect(await mostAtATime(env, flags)).toBe(most);
});

test.each([
  ["EVALS_THREADS", "0"],
  ["EVALS_THREADS", "-2"],
  ["EVALS_THREADS", "2.5"],
  ["EVALS_THREADS", "many"],
  ["EVALS_THREADS", "Infinity"],
  ["EVALS_THREAD_TIMEOUT", "0"],
  ["EVALS_THREAD_TIMEOUT", "soon"],
])("%s=%s is refused by its name, before anything runs", async (name, value) => {
  const { exitCode, stderr, hasLog } = await runTiny(["dummy", "t-match"], {
    env: { [name]: value },
  });

  expect(exitCode).toBe(2);
  expect(stderr).toContain(`${name} is "${value}"`);
  expect(stderr).toContain("fix:");
  expect(hasLog).toBe(false);
});

test("samples follow each other in the shuffled order with EVALS_SEQUENTIAL", async () => {
  const { log } = await runTiny(["oracle", "t-match"], {
    rows: questions(10),
    env: { EVALS_SEQUENTIAL: "1" },
  });

  const matches = log.events.filter(({ type }) => type === "match");
  expect(matches.map(({ sample_id }) => sample_id)).toEqual(
    [8, 7, 5, 9, 2, 3, 6, 1, 4, 0].map((index) => `t-match.dev.${index}`),
  );
});

test("R01: EVALS_THREAD_TIMEOUT ends the wait for a server that never answers", async () => {
  withoutBackOff();
  const silent = "Question 0?";
  const server = await stubEndpoint(({ body }) =>
    JSON.stringify(body).includes(silent) ? { fault: "silence" } : "A",
  );

  const { exitCode, log, stdout } = await runTiny(["stub", "t-match"], {
    rows: questions(20),
    env: { EVALS_THREAD_TIMEOUT: "1" },
  });

  const errors = log.events.filter(({ type }) => type === "error");
  expect(exitCode).toBe(1);
  expect(errors).toMatchObject([{ sample_id: "t-match.dev.0", data: { kind: "timeout" } }]);
  expect(log.report).toMatchObject({
    accuracy: 1,
    "samples/total": 20,
    "samples/scored": 19,
    "samples/errors": 1,
  });
  expect(server.requests).toHaveLength(19 + 2);
  expect(stdout).toContain("19 of 20 scored · 1 error");
});

test.each(["0", "false", "no", ""])(
  "EVALS_SHOW_EVAL_PROGRESS=%j takes the bar away",
  async (value) => {
    const { stderr } = await runTiny(["oracle", "t-match"], {
      env: { EVALS_SHOW_EVAL_PROGRESS: value },
      isTTY: true,
    });

    expect(stderr).not.toContain("█");
  },
);

test("a terminal has a progress bar", async () => {
  const { stderr } = await runTiny(["oracle", "t-match"], { isTTY: true });

  expect(stderr).toContain("█");
  expect(stderr).toContain("4/4");
});
