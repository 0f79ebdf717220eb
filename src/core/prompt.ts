/** One message of a chat. `content` may be parts (text, images) where an API takes them. */
export interface ChatMessage {
  readonly role: string;
  readonly content: string | readonly ContentPart[] | null;
  readonly name?: string;
}

/** A part of a message, as the OpenAI chat API has it: `{type: "text", text}` and others. */
export interface ContentPart {
  readonly type: string;
  readonly text?: string;
}

/** What a completion function is asked: plain text or a chat. */
export type Prompt = string | readonly ChatMessage[];

/**
 * A prompt as chat messages. Text becomes one message, by default a system message as in
 * openai/evals.
 */
export function toMessages(prompt: Prompt, role = "system"): readonly ChatMessage[] {
  return typeof prompt === "string" ? [{ role, content: prompt }] : prompt;
}

/**
 * A prompt as plain text, rendered as openai/evals does: a lone message is its content; otherwise
 * each message stands after its speaker, and with `forCompletion` the text ends with `Assistant:`.
 */
export function toText(prompt: Prompt, { forCompletion = true } = {}): string {
  if (typeof prompt === "string") return prompt;
  const [first] = prompt;
  if (first && prompt.length === 1) return contentText(first);

  const turns = prompt.map((message) => `${speaker(message)}${contentText(message)}\n`).join("");
  return `${turns}${forCompletion ? "Assistant:" : ""}`.trimStart();
}

/** The text of a message's content; parts that are not text are left out. */
export function contentText({ content }: ChatMessage): string {
  if (content === null) return "";
  if (typeof content === "string") return content;
  return content.map((part) => part.text ?? "").join("");
}

function speaker({ role, name }: ChatMessage): string {
  const who = name ?? role;
  if (who === "system") return "";
  if (who === "example_user") return "User: ";
  if (who === "example_assistant") return "Assistant: ";
  return `${capitalize(who)}: `;
}

/** First letter upper case, the rest lower case, as Python's `str.capitalize`. */
export function capitalize(text: string): string {
  const [first = "", ...rest] = text;
  return first.toUpperCase() + rest.join("").toLowerCase();
}
