export { z } from "zod";
export type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
  EmbeddingFn,
  EmbeddingResult,
  Usage,
} from "./core/completion.ts";
export {
  CompletionError,
  ConfigError,
  DataError,
  describeError,
  OaievalError,
} from "./core/errors.ts";
export {
  type Answer,
  type CompleteOptions,
  type DataArgs,
  Eval,
  type EvalContext,
  type SampleContext,
} from "./core/eval.ts";
export type { ErrorData, Event, EventDraft, MatchData, MetricsData } from "./core/event.ts";
export {
  type EventLog,
  metricObservations,
  metricValues,
  type Observation,
} from "./core/event-log.ts";
export type { ScoreSummary } from "./core/mean-summary.ts";
export {
  type AskedMetric,
  Metric,
  type MetricContext,
  type MetricField,
  type MetricNeed,
  type MetricRow,
  type MetricSpec,
  type Score,
  type ScoreInput,
} from "./core/metric.ts";
export {
  type ChatMessage,
  type ContentPart,
  type Prompt,
  toMessages,
  toText,
} from "./core/prompt.ts";
export { PythonRandom } from "./core/random.ts";
export type { CompletionFnContext } from "./core/registry-view.ts";
export {
  accuracy,
  accuracyReport,
  meanReport,
  proportionReport,
  type Report,
} from "./core/report.ts";
export { listRows, type RowSource } from "./core/row-source.ts";
export type { RunningSummary } from "./core/running-summary.ts";
export type { SampleRecorder } from "./core/sample-recorder.ts";
export type { RunSpec } from "./core/spec.ts";
export { readJsonl } from "./data/read-jsonl.ts";
export type { InputStream } from "./data/stream-rows.ts";
export { aggregation, type NodeFunction, node } from "./flow/define.ts";
export type { NodeContext } from "./flow/node-context.ts";
export { bleu, corpusBleu } from "./metrics/bleu/bleu.ts";
export type { BleuOptions } from "./metrics/bleu/options.ts";
export type { BleuScores } from "./metrics/bleu/scores.ts";
export { chrf } from "./metrics/chrf.ts";
export { contains, fuzzyMatches, matchPrefix } from "./metrics/compare.ts";
export {
  confusionMatrix,
  fScore,
  macroFScore,
  matthewsCorrelation,
  precision,
  recall,
} from "./metrics/confusion.ts";
export { jsonEquals } from "./metrics/json-equality.ts";
export { compileQuery, type Query, type QueryOptions } from "./metrics/query/query.ts";
export { type RougeOptions, type RougeScores, rouge } from "./metrics/rouge/rouge.ts";
export { tokenF1 } from "./metrics/token-f1.ts";
export { type LoggedSample, readSamples } from "./record/log-samples.ts";
export { type Log, readLog } from "./record/read-log.ts";
export type { EventSink } from "./record/sink.ts";
export { type AddMetricsOptions, addMetrics } from "./run/add-metrics.ts";
export { type CheckedEval, type CheckOptions, checkEvals } from "./run/check-evals.ts";
export type { RunResult } from "./run/execute-run.ts";
export type { GateResult } from "./run/gates.ts";
export type { Progress, RunObserver, StartedRun } from "./run/observer.ts";
export type { EvalClass, RunOptions, RunSettings } from "./run/options.ts";
export { type ResumeOptions, resumeRun } from "./run/resume-run.ts";
export { runEval } from "./run/run-eval.ts";
export { type EvalsResult, type EvalsRow, runEvals } from "./run/run-evals.ts";
export { runEvalSet, type SetOptions } from "./run/run-set.ts";
export {
  type AnswerScores,
  type MetricClass,
  type OwnMetric,
  type ScoreAnswerOptions,
  type ScoringMetric,
  score,
} from "./run/score-answer.ts";
export { type ScoreOptions, scoreLog } from "./run/score-log.ts";
export { checkMatch } from "./templates/check-match.ts";
export { AnsweredSample, idealList } from "./templates/sample.ts";
export { type EvaluateSampleOptions, evaluateSample, type SampleEvaluation } from "./testing.ts";
