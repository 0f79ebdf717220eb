import type { Event, MatchData } from "../core/event.ts";
import type { Prompt } from "../core/prompt.ts";
import { errorParts } from "./error-parts.ts";
import { type LoggedOutcome, readOutcomes } from "./log-outcomes.ts";
import { metricResults, scoresIn } from "./metric-event.ts";
import type { Log } from "./read-log.ts";
import { type Fields, subjectAnswers } from "./subject-answers.ts";
import { why } from "./why.ts";

/** One sample of a run, as a person wants to see it. */
export interface LoggedSample {
  readonly sampleId: string;
  /** Which repeat, from 0; undefined when samples ran once. */
  readonly repeat: number | undefined;
  /** The last prompt to the function under test; null when it was not asked. */
  readonly prompt: Prompt | null;
  /** Its answer, the first where there are several; null when there is none. */
  readonly answer: string | null;
  /** What the answer was compared with; a list of one may be logged as its element. */
  readonly expected: unknown;
  readonly picked: unknown;
  /** Whether every comparison was right; null when there was none. */
  readonly correct: boolean | null;
  /** What was measured, by name. */
  readonly metrics: Fields;
  /** Why metrics gave no score, by the metric's name; empty where each of them could. */
  readonly failedMetrics: Readonly<Record<string, string>>;
  /** Why there is no result. */
  readonly error: { readonly type: string; readonly message: string } | null;
  /** Whether it has an error, is wrong or, where nothing was compared, has an accuracy of 0. */
  readonly failed: boolean;
  /** How the result came about, in a few words; null where there is nothing to explain. */
  readonly why: string | null;
}

/** The samples of a log, one by one, in the order in which they were done. */
export async function* readSamples(log: Log): AsyncGenerator<LoggedSample> {
  for await (const outcome of readOutcomes(log)) yield toLoggedSample(outcome);
}

/** An outcome as a person wants to see it. */
export function toLoggedSample({ sampleId, repeat, events }: LoggedOutcome): LoggedSample {
  const matches = dataOf(events, "match");
  const match = (matches.find(isWrong) ?? matches.at(-1)) as MatchData | undefined; // by its type
  const correct = matches.length === 0 ? null : !matches.some(isWrong);
  const metrics: Fields = Object.assign({}, ...dataOf(events, "metrics").map(scoresIn));
  const failure = events.find(({ type }) => type === "error");
  const error = failure ? errorParts(failure.data) : null;
  const sampling = subjectAnswers(events).at(-1);
  return {
    sampleId,
    repeat,
    prompt: (sampling?.["prompt"] ?? null) as Prompt | null, // what completion functions log there
    answer: textOf(sampling?.["sampled"]) ?? textOf(match?.["sampled"]),
    expected: match?.expected ?? dataOf(events, "expected").at(-1)?.["expected"] ?? null,
    picked: match?.picked ?? null,
    correct,
    metrics,
    failedMetrics: failedMetricsIn(events),
    error,
    failed: error !== null || !(correct ?? metrics["accuracy"] !== 0),
    why: why({ match, metrics, error }),
  };
}

function failedMetricsIn(events: readonly Event[]): Readonly<Record<string, string>> {
  const failed = metricResults(events).filter(({ status }) => status === "failed");
  return Object.fromEntries(failed.map(({ metric, reason = "" }) => [metric, reason]));
}

function dataOf(events: readonly Event[], wanted: string): readonly Fields[] {
  return events.flatMap(({ type, data }) => (type === wanted && isFields(data) ? [data] : []));
}

function isFields(data: unknown): data is Fields {
  return typeof data === "object" && data !== null;
}

function isWrong(match: Fields): boolean {
  return match["correct"] !== true;
}

/** The first completion of a list, or the one that stands alone. */
function textOf(sampled: unknown): string | null {
  const first: unknown = Array.isArray(sampled) ? sampled[0] : sampled;
  if (first === undefined || first === null) return null;
  return typeof first === "string" ? first : JSON.stringify(first);
}
