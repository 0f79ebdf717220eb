import { DataError } from "../core/errors.ts";
import type { ChatMessage } from "../core/prompt.ts";

const ROLE = "(system|user|assistant|function|tool)";
/** A line that begins a message. */
const ROLE_LINE = new RegExp(`^[ \\t]*(?:#[ \\t]*)?${ROLE}[ \\t]*:[ \\t]*\\r?\\n`, "gim");
/** A line of a value that is one, or becomes one when a colon stands after the value. */
const FORGED_ROLE = new RegExp(`^([ \\t]*(?:#[ \\t]*)?)(?=${ROLE}(?:[ \\t]*:)?[ \\t]*$)`, "gim");
/** A line that begins a part of a message. */
const PART_LINE = /^[ \t]*##[ \t]*(name|content|tool_calls|tool_call_id)[ \t]*:[ \t]*\r?\n?/gim;
const FORGED_PART = /^([ \t]*##[ \t]*)(?=(?:name|content|tool_calls|tool_call_id)[ \t]*:)/gim;

/** Values in whose texts no line begins a message, and what takes the marks out again. */
export interface MaskedValues {
  readonly values: Record<string, unknown>;
  unmask(text: string): string;
}

/**
 * Marks lines of values that would begin a message, so that an answer that is being graded cannot
 * bring in a message of its own.
 *
 * @param template the text that the values go into
 */
export function maskRoles(
  values: Readonly<Record<string, unknown>>,
  template: string,
): MaskedValues {
  const mark = unusedMark(template + JSON.stringify(values));
  const masked = mapTexts(values, (text) =>
    text.replace(FORGED_ROLE, `$1${mark}`).replace(FORGED_PART, `$1${mark}`),
  );
  // Texts are mapped within the object that it was.
  return {
    values: masked as Record<string, unknown>,
    unmask: (text) => text.replaceAll(mark, ""),
  };
}

/**
 * Cuts a text into messages at its role lines, such as `# system:` or `user:`. Within a message
 * `## name:`, `## content:`, `## tool_calls:` and `## tool_call_id:` begin parts of it.
 *
 * @param unmask restores what `maskRoles` marked
 * @throws {DataError} when there is text before the first role line, or none at all
 */
export function parseChat(text: string, unmask: (text: string) => string): ChatMessage[] {
  const [before = "", ...pieces] = text.split(ROLE_LINE);
  if (before.trim() !== "") {
    throw new DataError(
      `the prompt begins with ${JSON.stringify(unmask(before).trim().slice(0, 60))} before its first role; write a line "# system:" or "# user:" above it`,
    );
  }
  if (pieces.length === 0)
    throw new DataError('the prompt is empty; write a line "# user:" and text below');
  const messages: ChatMessage[] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    messages.push(parseMessage((pieces[at] ?? "").toLowerCase(), pieces[at + 1] ?? "", unmask));
  }
  return messages;
}

function parseMessage(role: string, body: string, unmask: (text: string) => string): ChatMessage {
  const [plain = "", ...pieces] = body.split(PART_LINE);
  if (pieces.length === 0) return { role, content: unmask(body).trim() };
  const parts = new Map<string, string>();
  for (let at = 0; at < pieces.length; at += 2) {
    parts.set((pieces[at] ?? "").toLowerCase(), unmask(pieces[at + 1] ?? "").trim());
  }
  const [name, calls, id] = ["name", "tool_calls", "tool_call_id"].map((part) => parts.get(part));
  return {
    role,
    content: parts.get("content") ?? unmask(plain).trim(),
    ...(name !== undefined && { name }),
    ...(calls !== undefined && { tool_calls: parseCalls(calls) }),
    ...(id !== undefined && { tool_call_id: id }),
  };
}

function parseCalls(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DataError('what stands below "## tool_calls:" is no JSON', { cause });
  }
}

/** Characters for private use that occur nowhere. */
function unusedMark(text: string): string {
  let mark = "\uE000";
  while (text.includes(mark)) mark += "\uE000";
  return mark;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]),
  );
}
