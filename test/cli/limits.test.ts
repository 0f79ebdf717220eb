import { expect, test } from "vitest";
import { refusal } from "../helpers/fake-openai.ts";
import { runTiny } from "../helpers/run-tiny.ts";
import { stubEndpoint } from "../helpers/stub-endpoint.ts";
import { questions } from "../helpers/tiny-registry.ts";

const SEQUENTIAL = { EVALS_SEQUENTIAL: "1" };

/** Answers "A", but never to the question with the number 2; it knows nothing of signals. */
const HANGS_ONCE = `
export class HangsOnce {
  complete(prompt) {
    return prompt === "Question 2?" ? new Promise(() => {}) : "A";
  }
}
`;

/** Takes its time for each answer, so that a thousand of them are not done in a moment. */
const SLOW = `
export class Slow {
  complete() {
    return new Promise((resolve) => setTimeout(resolve, 50, "A"));
  }
}
`;

test("--sample-timeout ends a sample that takes too long, and the run goes on", async () => {
  const { exitCode, log, stdout } = await runTiny(
    ["./hangs.ts:HangsOnce", "t-match", "--sample-timeout", "0.5"],
    { files: { "hangs.ts": HANGS_ONCE }, env: SEQUENTIAL },
  );

  expect(exitCode).toBe(1);
  expect(log.events.filter(({ type }) => type === "error")).toMatchObject([
    {
      sample_id: "t-match.dev.2",
      data: {
        type: "TimeoutError",
        kind: "timeout",
        message: "the sample was not done after 0.5 s (--sample-timeout 0.5)",
      },
    },
  ]);
  expect(log.report).toMatchObject({ accuracy: 1, "samples/scored": 3, "samples/errors": 1 });
  expect(stdout).toContain("3 of 4 scored · 1 error");
});

test("--run-timeout stops the run and reports what was judged", async () => {
  const { exitCode, log, stderr, stdout } = await runTiny(
    ["./slow.ts:Slow", "t-match", "--run-timeout", "0.3"],
    { files: { "slow.ts": SLOW }, rows: questions(1000), env: SEQUENTIAL },
  );

  const { report = {} } = log;
  expect(exitCode).toBe(1);
  expect(report).toMatchObject({ accuracy: 1, "samples/total": 1000, "samples/errors": 0 });
  expect(Number(report["samples/scored"]) + Number(report["samples/skipped"])).toBe(1000);
  expect(report["samples/skipped"]).toBeGreaterThan(900);
  expect(stderr).toContain("stopping: the run took 0.3 s");
  expect(stdout).toContain("stopped  the run took 0.3 s; the report covers what was judged");
});

test("--fail-fast ends the run at the first sample that fails", async () => {
  const server = await stubEndpoint("A", refusal(400, { message: "Invalid prompt" }), "A");

  const { exitCode, log, stdout } = await runTiny(["stub", "t-match", "--fail-fast"], {
    rows: questions(20),
    env: SEQUENTIAL,
  });

  expect(exitCode).toBe(1);
  expect(server.requests).toHaveLength(2);
  expect(log.report).toMatchObject({
    "samples/scored": 1,
    "samples/errors": 1,
    "samples/skipped": 18,
  });
  expect(stdout).toContain("a sample failed (--fail-fast)");
});

test("without --fail-fast a failed sample stops nothing", async () => {
  const server = await stubEndpoint("A", refusal(400, { message: "Invalid prompt" }), "A");

  const { log } = await runTiny(["stub", "t-match"], { rows: questions(20), env: SEQUENTIAL });

  expect(server.requests).toHaveLength(20);
  expect(log.report).toMatchObject({ "samples/scored": 19, "samples/skipped": 0 });
});

test("R59: no samples are no result: n/a on the screen, null in the log, exit 1", async () => {
  const { exitCode, log, stdout } = await runTiny(["oracle", "t-match", "--max_samples", "0"]);

  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^accuracy +n\/a$/m);
  expect(stdout).toContain("0 of 0 scored");
  expect(log.report).toMatchObject({
    accuracy: null,
    "accuracy.stderr": null,
    boostrap_std: null,
    bootstrap_std: null,
    "samples/total": 0,
  });
});

test("R59: an eval that measures nothing says so and is no pass", async () => {
  const { exitCode, stdout } = await runTiny(
    ["oracle", "./silent.ts:Silent", "--extra_eval_params", "samples_jsonl=data/tiny.jsonl"],
    {
      files: {
        "silent.ts": `import { Eval } from "oaieval";
export class Silent extends Eval {
  async evalSample(sample, ctx) { await ctx.complete(sample.input); }
}`,
      },
    },
  );

  expect(stdout).toMatch(/^accuracy +n\/a$/m);
  expect(exitCode).toBe(1);
});

test("R57: one sample has no bootstrap figure, and the log is strict JSON", async () => {
  const { exitCode, log } = await runTiny(["dummy", "t-match", "--max_samples", "1"]);

  expect(exitCode).toBe(0);
  expect(log.report).toMatchObject({ accuracy: 0, boostrap_std: null, bootstrap_std: null });
});
