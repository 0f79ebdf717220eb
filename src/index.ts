export type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
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
  type DataArgs,
  Eval,
  type EvalContext,
  type SampleContext,
} from "./core/eval.ts";
export type { ErrorData, Event, EventDraft, MatchData, MetricsData } from "./core/event.ts";
export { type EventLog, metricValues } from "./core/event-log.ts";
export type { ChatMessage, ContentPart, Prompt } from "./core/prompt.ts";
export { toMessages, toText } from "./core/prompt.ts";
export { PythonRandom } from "./core/random.ts";
export { accuracyReport, meanReport, proportionReport, type Report } from "./core/report.ts";
export type { RowSource } from "./core/row-source.ts";
export type { SampleRecorder } from "./core/sample-recorder.ts";
export type { RunSpec } from "./core/spec.ts";
