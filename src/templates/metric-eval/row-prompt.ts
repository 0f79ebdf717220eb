import type { ChatMessage, Prompt } from "../../core/prompt.ts";
import { toMessages } from "../../core/prompt.ts";
import { Messages } from "../sample.ts";
import type { Row } from "./field-names.ts";
import { wrongValue } from "./texts.ts";

/** What a prompt is made of, in the order in which it is looked for. */
export interface PromptParts {
  /** The column that holds the whole conversation. */
  readonly messageKey: string | undefined;
  /** What the input template made. */
  readonly input: string | undefined;
  readonly query: string | undefined;
  readonly history: readonly ChatMessage[];
}

/**
 * What is asked about a row: its conversation, else the text of the template, else `input`, else the
 * query; what was said before stands before it.
 *
 * @returns undefined when there is nothing to ask
 * @throws {DataError} when the column has no prompt
 */
export function rowPrompt(row: Row, where: string, parts: PromptParts): Prompt | undefined {
  const { messageKey, input, query, history } = parts;
  if (messageKey !== undefined) return conversation(row[messageKey], messageKey, where);
  const own = row["input"] ?? undefined;
  if (input === undefined && own !== undefined) {
    const prompt = typeof own === "string" ? own : conversation(own, "input", where);
    return history.length === 0 ? prompt : [...history, ...toMessages(prompt, "user")];
  }
  const text = input ?? query;
  return text === undefined ? undefined : [...history, { role: "user", content: text }];
}

function conversation(value: unknown, column: string, where: string): readonly ChatMessage[] {
  const { success, data } = Messages.safeParse(value);
  if (success) return data as readonly ChatMessage[]; // by the schema of messages
  throw wrongValue(value, { column, where, expected: "chat messages" });
}
