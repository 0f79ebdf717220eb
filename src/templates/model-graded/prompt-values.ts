import { boundaryOf } from "../../core/boundary.ts";
import { doubleBraces, type TemplateValues } from "../../core/format.ts";
import { type ChatMessage, contentText, toText } from "../../core/prompt.ts";
import type { JudgingPlan } from "./plan.ts";

/** A row with the answers that are judged, by the names that the prompt has for them. */
export interface Case {
  readonly row: Readonly<Record<string, unknown>>;
  readonly answers: ReadonlyMap<string, unknown>;
}

/** Names that change places when the two answers do. */
export type Places = ReadonlyMap<string, string>;

/**
 * Values for the judge's prompt: the answers, over them the row's fields, over them the args of the
 * eval. Chats become text. `boundary` is a line that no other value has in it.
 */
export function promptValues(
  { row, answers }: Case,
  plan: JudgingPlan,
  places: Places = new Map(),
): TemplateValues {
  const { modelgraded_spec_args: args } = plan.args;
  const values = new Map<string, unknown>();
  for (const name of plan.prompt.names) {
    const source = places.get(name) ?? name;
    if (name === "n") values.set(name, plan.n);
    else if (Object.hasOwn(args, source)) values.set(name, readable(args[source]));
    else if (Object.hasOwn(row, source)) values.set(name, fieldOf(row[source], source, plan));
    else if (answers.has(source)) values.set(name, readable(answers.get(source)));
  }
  if (plan.prompt.names.includes("boundary") && !values.has("boundary")) {
    values.set("boundary", boundaryOf([...values.values()]));
  }
  return values;
}

/** Whether a value is the messages of a chat. */
export function isChat(value: unknown): value is readonly ChatMessage[] {
  return Array.isArray(value) && value.every(isMessage);
}

function isMessage(value: unknown): boolean {
  return typeof value === "object" && value !== null && "role" in value && "content" in value;
}

function readable(value: unknown): unknown {
  return isChat(value) ? toText(value, { forCompletion: false }) : value;
}

/** Fixed by openai/evals, under parity: judges see the braces of what was asked twice. */
function fieldOf(value: unknown, name: string, plan: JudgingPlan): unknown {
  const isInput = plan.pairs.some(([input]) => input === name);
  if (!plan.parity || !isInput) return readable(value);
  if (!isChat(value)) return typeof value === "string" ? doubleBraces(value) : value;
  return readable(
    value.map((message) => ({ ...message, content: doubleBraces(contentText(message)) })),
  );
}
