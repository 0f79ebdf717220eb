import type { MatchData } from "../core/event.ts";

const LONGEST_VALUE = 60;
const LONGEST_MESSAGE = 200;

/** What is known of a sample's result. */
export interface ResultFacts {
  /** The match that decided. */
  readonly match: MatchData | undefined;
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly error: { readonly type: string; readonly message: string } | null;
}

/** How a result came about, in a few words; null where there is nothing to explain. */
export function why({ match, metrics, error }: ResultFacts): string | null {
  if (error) return cut(oneLine(`${error.type}: ${error.message}`), LONGEST_MESSAGE);
  if (match && match.correct !== true) return whyWrong(match);
  if (metrics["choice"] === "__invalid__") return "the judge's verdict is unreadable";
  if ("choice" in metrics) return `the judge chose ${quoted(metrics["choice"])}`;
  return !match && metrics["accuracy"] === 0 ? "accuracy is 0" : null;
}

function whyWrong(match: MatchData): string {
  const { expected, picked, sampled } = match;
  if ((sampled ?? picked) === "") return "the answer is empty";
  if (isNothing(picked)) return whyNothingPicked(match);
  if (isNothing(expected)) return "the answer is not of the form that was asked for";
  if (picked === sampled) return "the answer matches no expected value";
  return `picked ${quoted(picked)}, expected ${quoted(expected)}`;
}

/** The prefix match of openai/evals tells its options; a graded match tells its score. */
function whyNothingPicked({ expected, options, sampled, ...data }: MatchData): string {
  if (Array.isArray(options) && !options.some((option) => startsWith(sampled, option))) {
    const isOpen = JSON.stringify(options) === JSON.stringify([expected].flat());
    return `the answer does not start with any ${isOpen ? "expected value" : "option"}`;
  }
  const score = Object.entries(data).find(([key]) => key.endsWith("score"));
  return score ? `${score[0]} is ${quoted(score[1])}` : "the answer matches no expected value";
}

function startsWith(sampled: unknown, option: unknown): boolean {
  return typeof sampled === "string" && sampled.startsWith(String(option));
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

function quoted(value: unknown): string {
  return cut(JSON.stringify(value), LONGEST_VALUE);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function cut(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}
