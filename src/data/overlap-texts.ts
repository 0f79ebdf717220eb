import { type ChatMessage, contentText, toText } from "../core/prompt.ts";

/** What a row of an eval or of training data asks, and the answers that it holds. */
export interface RowTexts {
  readonly prompts: readonly string[];
  readonly answers: readonly string[];
}

/** A sample asks with its last user message and with its prompt as a whole. */
export function sampleTexts(row: unknown): RowTexts {
  const { ideal, ...fields } = fieldsOf(row);
  const input = fields["input"] ?? fields["messages"] ?? fields["prompt"] ?? fields["question"];
  if (!isChat(input)) return { prompts: strings(input ?? fields), answers: strings(ideal) };
  const asked = input.findLast(({ role }) => role === "user") ?? input.at(-1);
  const prompts = [...strings(asked), toText(input, { forCompletion: false })];
  return { prompts, answers: strings(ideal) };
}

/**
 * Training data asks with any of its texts: messages, prompts, whatever a row holds. Its answers
 * are the last message of the assistant, a `completion` or an `ideal`.
 */
export function trainingTexts(row: unknown): RowTexts {
  const { messages, input, completion, ideal } = fieldsOf(row);
  const chat = [messages, input].find(isChat) ?? [];
  const isAnswered = chat.at(-1)?.role === "assistant";
  const asked = isAnswered ? chat.slice(0, -1) : chat;
  const answer = isAnswered ? strings(chat.slice(-1)) : [];
  return {
    prompts: [...strings(row), toText(asked, { forCompletion: false })],
    answers: [...answer, ...strings(completion), ...strings(ideal)],
  };
}

function fieldsOf(row: unknown): Readonly<Record<string, unknown>> {
  return typeof row === "object" && row !== null ? { ...row } : {};
}

function isChat(value: unknown): value is readonly ChatMessage[] {
  return Array.isArray(value) && value.length > 0 && value.every(isMessage);
}

function isMessage(value: unknown): value is ChatMessage {
  const { role, content } = fieldsOf(value);
  const hasContent = content === null || typeof content === "string" || Array.isArray(content);
  return typeof role === "string" && hasContent;
}

/** All texts within a value; of a message only what it says. */
function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  if (isMessage(value)) return [contentText(value)];
  return Object.values(fieldsOf(value)).flatMap(strings);
}
