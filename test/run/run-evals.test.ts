import { expect, test } from "vitest";
import type { EventSink } from "../../src/record/sink.ts";
import { type ManyOptions, runEvals } from "../../src/run/run-evals.ts";
import { runEvalSet } from "../../src/run/run-set.ts";
import { answering } from "../helpers/answering.ts";
import { tinyRegistry } from "../helpers/tiny-registry.ts";

const nowhere = (): EventSink => ({
  open: async () => {},
  write: async () => {},
  close: async () => {},
});

function options(files: Record<string, string> = {}): Omit<ManyOptions, "completionFns"> {
  return { registryPaths: [tinyRegistry({ files })], sink: nowhere };
}

test("evals run in their order, once each with all functions", async () => {
  const { rows } = await runEvals({
    ...options(),
    completionFns: ["oracle"],
    evals: ["t-includes", "t-match"],
  });

  expect(rows).toMatchObject([
    { eval: "t-includes.dev.v0", completionFns: ["oracle"], resumed: false },
    { eval: "t-match.dev.v0", completionFns: ["oracle"], resumed: false },
  ]);
  expect(rows.map(({ result }) => result?.report["accuracy"])).toEqual([1, 1]);
});

test("each runs an eval with one function after the other", async () => {
  const { rows } = await runEvals({
    ...options(),
    completionFns: ["oracle", answering("wrong")],
    evals: ["t-match", "t-includes"],
    each: true,
  });

  expect(rows.map((row) => [row.eval, row.completionFns, row.result?.report["accuracy"]])).toEqual([
    ["t-match.dev.v0", ["oracle"], 1],
    ["t-match.dev.v0", ["Object"], 0],
    ["t-includes.dev.v0", ["oracle"], 1],
    ["t-includes.dev.v0", ["Object"], 0],
  ]);
});

test("one that cannot run is told with its reason, and the rest runs", async () => {
  const failed: unknown[] = [];

  const { rows } = await runEvals({
    ...options(),
    completionFns: ["oracle"],
    evals: ["nowhere", "t-match"],
    observer: { failed: (name, error) => failed.push([name, String(error)]) },
  });

  expect(rows[0]).toEqual({
    eval: "nowhere",
    completionFns: ["oracle"],
    error: expect.objectContaining({ message: 'there is no eval "nowhere" in the registry' }),
    resumed: false,
  });
  expect(rows[1]?.result?.report).toMatchObject({ accuracy: 1 });
  expect(failed).toEqual([["nowhere", expect.stringContaining('no eval "nowhere"')]]);
});

test("exitOnError stops at one that cannot run", async () => {
  const { rows } = await runEvals({
    ...options(),
    completionFns: ["oracle"],
    evals: ["t-match", "nowhere", "t-includes"],
    exitOnError: true,
  });

  expect(rows.map((row) => row.eval)).toEqual(["t-match.dev.v0", "nowhere"]);
});

test("a stop begins no further eval", async () => {
  const stop = new AbortController();

  const { rows } = await runEvals({
    ...options(),
    completionFns: ["oracle"],
    evals: ["t-match", "t-includes"],
    signal: stop.signal,
    observer: { started: () => stop.abort("enough") },
  });

  expect(rows.map((row) => [row.eval, row.result?.stopReason])).toEqual([
    ["t-match.dev.v0", "enough"],
  ]);
});

test("a set runs its evals", async () => {
  const { rows } = await runEvalSet({
    ...options({ "eval_sets/s.yaml": "s: { evals: ['t-m*', t-includes] }\n" }),
    completionFns: ["oracle"],
    evalSet: "s",
  });

  expect(rows.map((row) => row.eval)).toEqual(["t-match.dev.v0", "t-includes.dev.v0"]);
});

test.each([
  ["is not there", "gone", 'there is no eval set "gone"'],
  ["has nothing in it", "empty", '"empty" has no eval in it'],
])("a set that %s is refused", async (_, evalSet, message) => {
  const running = runEvalSet({
    ...options({ "eval_sets/s.yaml": "empty: { evals: [] }\n" }),
    completionFns: ["oracle"],
    evalSet,
  });

  await expect(running).rejects.toThrow(message);
});
