import { describe, expect, test } from "vitest";
import { runEval } from "../../src/run/run-eval.ts";
import { memorySink, REGISTRY, referenceRuns, sameFigures } from "./sample.ts";

const runs = referenceRuns();

describe.skipIf(REGISTRY === "")("evals of openai/evals with dummy under --parity", () => {
  test("all seventy-one of the sample are there", () => {
    expect(runs).toHaveLength(71);
  });

  test.each(runs)(
    "$eval_id gives the same report and events",
    async ({ eval_id, reference_run }) => {
      const sink = memorySink();

      const { report, failure } = await runEval({
        completionFns: reference_run.completion_fns.split(","),
        eval: eval_id,
        registryPaths: [REGISTRY],
        parity: true,
        sink,
      });

      expect(failure).toBeUndefined();
      expect(report).toMatchObject({
        ...sameFigures(reference_run.report_with_dummy),
        "samples/errors": 0,
        "samples/skipped": 0,
      });
      expect(countsByType(sink.written)).toMatchObject(reference_run.n_events);
    },
  );
});

function countsByType(events: readonly { readonly type: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}
