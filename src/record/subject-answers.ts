import type { EventDraft } from "../core/event.ts";

/** Data of an event by its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** What is recorded of an answer that a function made of other functions' answers. */
export interface AnsweredData extends Fields {
  readonly prompt: unknown;
  /** The completions. */
  readonly sampled: readonly string[];
  /** How many `sampling` events before this one are of the calls that it took. */
  readonly calls: number;
}

/**
 * The answers of the function under test to a sample's questions, in their order, as its events tell:
 * the data of `sampling` events, or of the `answered` event that stands for several. openai/evals
 * does not mark its judge's call: it is the last one before a choice is recorded.
 */
export function subjectAnswers(events: readonly EventDraft[]): readonly Fields[] {
  const answers: Fields[] = [];
  for (const { type, data } of events) {
    if (!isFields(data)) continue;
    if (type === "answered") answers.splice(Math.max(0, answers.length - Number(data["calls"])));
    if (type === "sampling" || type === "answered") answers.push(data);
  }
  const isMarked = answers.some(isVerdict);
  if (!isMarked && events.some(isChoice)) return answers.slice(0, -1);
  return answers.filter((data) => !isVerdict(data));
}

function isVerdict(data: Fields): boolean {
  return data["purpose"] === "judge";
}

function isChoice({ type, data }: EventDraft): boolean {
  return type === "metrics" && isFields(data) && "choice" in data;
}

function isFields(data: unknown): data is Fields {
  return typeof data === "object" && data !== null;
}
