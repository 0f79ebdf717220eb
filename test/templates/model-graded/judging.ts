import type { CompletionFn } from "../../../src/core/completion.ts";
import type { EvalContext } from "../../../src/core/eval.ts";
import type { EventDraft } from "../../../src/core/event.ts";
import type { RegistryEntry } from "../../../src/core/registry-view.ts";
import type { Report } from "../../../src/core/report.ts";
import { Recorder } from "../../../src/record/recorder.ts";
import { runSample } from "../../../src/run/run-sample.ts";
import { ModelGradedArgs } from "../../../src/templates/model-graded/args.ts";
import { ModelBasedClassify } from "../../../src/templates/model-graded.ts";
import { evalContext, loadRows } from "../../helpers/eval-context.ts";

/** A judge with two choices, both with a score. */
export const YES_OR_NO = {
  prompt: "Is this right?\n{input}\n{completion}",
  choice_strings: ["Yes", "No"],
  choice_scores: { Yes: 1, No: 0 },
  input_outputs: { input: "completion" },
};

export interface Judging {
  /** Fields of the spec, over those of `YES_OR_NO`. */
  readonly spec?: RegistryEntry["fields"];
  readonly args?: object;
  readonly rows?: readonly object[];
  readonly fns: readonly CompletionFn[];
  readonly context?: Partial<EvalContext>;
}

/** What came of judging rows one after the other. */
export interface Judged {
  readonly report: Report;
  /** The data of all `metrics` events. */
  readonly metrics: readonly Readonly<Record<string, unknown>>[];
  readonly errors: readonly unknown[];
  readonly warnings: readonly string[];
  readonly description: string | undefined;
}

/** Makes the eval and checks its rows; asks nobody. */
export async function prepareJudging(judging: Judging) {
  const { spec, args, rows = [{ input: "2+2?" }], fns } = judging;
  const entry = { name: "demo", fields: { ...YES_OR_NO, ...spec }, file: "judges.yaml", line: 3 };
  const context = evalContext({
    rows: { "rows.jsonl": rows },
    completionFns: fns,
    registry: {
      completionFn: async (name) => Promise.reject(new Error(`asked for ${name}`)),
      embeddingFn: async (name) => Promise.reject(new Error(`asked for ${name}`)),
      metric: async (asked) => Promise.reject(new Error(`asked for ${JSON.stringify(asked)}`)),
      modelgradedSpec: async () => entry,
    },
    ...judging.context,
  });
  const checked = ModelGradedArgs.parse({
    samples_jsonl: "rows.jsonl",
    modelgraded_spec: "demo",
    eval_type: "cot_classify",
    ...args,
  });
  const evaluation = new ModelBasedClassify(checked, context);
  return { evaluation, context, rows: await loadRows(evaluation) };
}

/** Judges the rows and makes the report. */
export async function judge(judging: Judging): Promise<Judged> {
  const { evaluation, context, rows } = await prepareJudging(judging);
  const recorder = new Recorder({
    runId: "run",
    createdBy: "",
    sink: { open: async () => {}, write: async () => {}, close: async () => {} },
  });
  const events: EventDraft[] = [];
  for (const [index, sample] of rows.entries()) {
    const job = { sampleId: `demo.dev.${index}`, sample };
    const environment = {
      completionFns: context.completionFns,
      seed: 1,
      signal: new AbortController().signal,
    };
    const outcome = await runSample(evaluation, job, environment);
    await recorder.record(outcome);
    events.push(...outcome.events);
  }
  const report = evaluation.summarize(recorder);
  const dataOf = (type: string) =>
    events.filter((event) => event.type === type).map(({ data }) => Object(data));
  return {
    report,
    metrics: dataOf("metrics"),
    errors: dataOf("error"),
    warnings: context.warnings,
    description: evaluation.describe(),
  };
}
