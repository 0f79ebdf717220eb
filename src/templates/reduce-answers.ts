import type { MatchData, MetricsData } from "../core/event.ts";
import type { SampleRecorder } from "../core/sample-recorder.ts";
import { mean } from "../core/statistics.ts";
import type { Reducer } from "./args.ts";

/**
 * Records one result for several answers to one question; all verdicts stay in it, in their order.
 *
 * @param results what was recorded for each answer; at least one
 */
export function reduceAnswers(
  results: readonly SampleRecorder[],
  reducer: Reducer,
  record: SampleRecorder,
): void {
  const verdicts = results.map(verdictOf);
  const chosen = CHOOSE[reducer](verdicts);
  const share = mean(verdicts.map(({ match }) => Number(match.correct)));
  record.match(chosen.match.correct, {
    ...chosen.match,
    ...(reducer === "mean" ? { correct_share: share ?? 0 } : {}),
    reducer,
    verdicts: verdicts.map(summary),
  });
  if (!chosen.metrics) return;
  record.metrics(reducer === "mean" ? meanOf(verdicts.map(metricsOf)) : chosen.metrics);
}

interface Verdict {
  readonly match: MatchData;
  readonly metrics: MetricsData | undefined;
}

function verdictOf({ drafts }: SampleRecorder): Verdict {
  const dataOf = (wanted: string) => drafts.find(({ type }) => type === wanted)?.data;
  return {
    match: { correct: false, ...(dataOf("match") as MatchData | undefined) },
    metrics: dataOf("metrics") as MetricsData | undefined,
  };
}

const CHOOSE: Readonly<Record<Reducer, (verdicts: readonly Verdict[]) => Verdict>> = {
  first,
  best: (verdicts) => first(verdicts.toSorted((a, b) => worth(b) - worth(a))),
  majority,
  mean: majority,
};

function first(verdicts: readonly Verdict[]): Verdict {
  return verdicts[0] as Verdict; // there is at least one
}

/** What most answers share; of as many right as wrong ones, what the first of all is. */
function majority(verdicts: readonly Verdict[]): Verdict {
  const count = ({ match }: Verdict) =>
    verdicts.filter((other) => other.match.correct === match.correct).length;
  return first(verdicts.toSorted((a, b) => count(b) - count(a)));
}

/** Right before wrong, then by what was measured. */
function worth({ match, metrics = {} }: Verdict): number {
  const measured = Object.values(metrics).filter((value) => typeof value === "number");
  return (match.correct ? 1e6 : 0) + measured.reduce((sum, value) => sum + value, 0);
}

function summary({ match, metrics }: Verdict, index: number): object {
  const { expected: _, options: _options, ...rest } = match;
  return { index, ...rest, ...metrics };
}

function metricsOf({ metrics = {} }: Verdict): MetricsData {
  return metrics;
}

/** The means of all numbers, at any depth; what is no number is that of the first. */
function meanOf(all: readonly MetricsData[]): MetricsData {
  const [head = {}] = all;
  return Object.fromEntries(
    Object.keys(head).map((key) => [key, meanValue(all.map((metrics) => metrics[key]))]),
  );
}

function meanValue(values: readonly unknown[]): unknown {
  const [head] = values;
  if (typeof head === "number") return mean(values.filter((value) => typeof value === "number"));
  if (Array.isArray(head)) {
    return head.map((_, index) => meanValue(values.map((list) => (list as unknown[])[index])));
  }
  if (typeof head !== "object" || head === null) return head;
  return meanOf(values as MetricsData[]); // one judge measures the same of every answer
}
