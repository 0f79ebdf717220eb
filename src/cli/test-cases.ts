import { parseReducer, type Reducer } from "../core/reducer.ts";
import type { RunSpec } from "../core/spec.ts";
import { type LoggedSample, readSamples } from "../record/log-samples.ts";
import { readLog } from "../record/read-log.ts";
import { REDUCER } from "../run/defaults.ts";
import type { RunResult } from "../run/execute-run.ts";

/** What came of one sample, as test reports have it. */
export interface TestCase {
  readonly name: string;
  /** `failed` is a wrong answer, `error` no answer, `skipped` a sample that was not judged. */
  readonly outcome: "passed" | "failed" | "error" | "skipped";
  /** Why it did not pass, in a line; empty where it did. */
  readonly message: string;
  /** What was answered, and what was expected. */
  readonly details: string;
}

/**
 * One case for each chosen sample of a run, whatever the number of its repeats: first those in the
 * log in the order in which they were done, then those that were skipped.
 */
export async function* testCases({
  logPath,
  sampleIds,
  spec,
}: RunResult): AsyncGenerator<TestCase> {
  if (logPath === undefined) return;
  const { repeats, reducer } = repeatsOf(spec);
  const left = new Set(sampleIds);
  const begun = new Map<string, LoggedSample[]>();
  for await (const sample of readSamples(await readLog(logPath))) {
    const all = [...(begun.get(sample.sampleId) ?? []), sample];
    begun.set(sample.sampleId, all);
    if (all.length < repeats) continue;
    begun.delete(sample.sampleId);
    left.delete(sample.sampleId);
    yield caseOf(all, reducer);
  }
  for (const id of left) yield brokenOff(id, begun.get(id) ?? []);
}

const LONGEST = 2000;

function repeatsOf({ run_config }: RunSpec): { repeats: number; reducer: Reducer } {
  const repeats = Number(run_config["repeats"] ?? 1);
  return { repeats, reducer: parseReducer(String(run_config["reducer"] ?? REDUCER), repeats) };
}

function caseOf(repeats: readonly LoggedSample[], reducer: Reducer): TestCase {
  const name = repeats[0]?.sampleId ?? "";
  const failed = repeats.find(({ error }) => error !== null);
  if (failed)
    return { name, outcome: "error", message: failed.why ?? "", details: details(failed) };
  const right = repeats.filter((repeat) => !repeat.failed);
  const value = reducer.reduce(repeats.map((repeat) => Number(!repeat.failed))) ?? 0;
  if (value > 0.5) return { name, outcome: "passed", message: "", details: "" };
  const wrong = repeats.find((repeat) => repeat.failed);
  const share =
    repeats.length === 1 ? "" : `right in ${right.length} of ${repeats.length} repeats; `;
  return {
    name,
    outcome: "failed",
    message: share + (wrong?.why ?? "wrong"),
    details: wrong ? details(wrong) : "",
  };
}

/** A sample of which the log has less than all. */
function brokenOff(name: string, begun: readonly LoggedSample[]): TestCase {
  const failed = begun.find(({ error }) => error !== null);
  if (failed)
    return { name, outcome: "error", message: failed.why ?? "", details: details(failed) };
  return { name, outcome: "skipped", message: "the run was stopped before it", details: "" };
}

function details({ answer, expected }: LoggedSample): string {
  const lines = [
    ...(answer === null ? [] : [`answer: ${answer}`]),
    ...(expected === null ? [] : [`expected: ${asText(expected)}`]),
  ];
  return lines
    .map((line) => (line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line))
    .join("\n");
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
