import { DataError } from "../../core/errors.ts";
import { type ChatMessage, contentText } from "../../core/prompt.ts";
import { describeJson } from "../../core/schema-faults.ts";
import { Messages } from "../sample.ts";

/** A value of a row, and where it stands. */
export interface Placed {
  readonly column: string;
  readonly where: string;
}

/**
 * A question as text; of a conversation what the user said last.
 *
 * @throws {DataError} when it is neither
 */
export function questionText(value: unknown, place: Placed): string {
  const plain = plainText(value);
  if (plain !== undefined) return plain;
  const { success, data } = Messages.safeParse(value);
  if (success) return lastUserText(data as readonly ChatMessage[]); // by the schema of messages
  throw wrongValue(value, { ...place, expected: "a text or chat messages" });
}

/** An answer as text; of structures their JSON. */
export function answerText(value: unknown): string {
  return plainText(value) ?? JSON.stringify(value);
}

/** Right answers; a list has several. */
export function answerTexts(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item) => item !== null && item !== undefined).map(answerText);
}

/**
 * Passages: a list of texts, such a list as JSON text, or one text.
 *
 * @throws {DataError} when it is none of them
 */
export function passages(value: unknown, place: Placed): string[] {
  const list = typeof value === "string" ? (listInText(value) ?? [value]) : value;
  if (!Array.isArray(list)) {
    throw wrongValue(value, { ...place, expected: "a list of texts" });
  }
  return list.map((item, index) => {
    const text = plainText(item);
    if (text !== undefined) return text;
    const column = `${place.column}[${index}]`;
    throw wrongValue(item, { ...place, column, expected: "a text" });
  });
}

/** The content of the last message of a user; of the last message where no user speaks. */
export function lastUserText(messages: readonly ChatMessage[]): string {
  const message = messages.findLast(({ role }) => role === "user") ?? messages.at(-1);
  return message ? contentText(message) : "";
}

/** The fault of a row's value. */
export function wrongValue(
  value: unknown,
  { column, where, expected }: Placed & { readonly expected: string },
): DataError {
  return new DataError(`"${column}" is wrong: expected ${expected}, found ${describeJson(value)}`, {
    where,
    fix: "change the row, or name another column with map in the args of the eval",
  });
}

/** The list of texts that a text is in JSON. */
function listInText(text: string): string[] | undefined {
  if (!text.trimStart().startsWith("[")) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    const isTexts = Array.isArray(list) && list.every((item) => typeof item === "string");
    return isTexts ? list : undefined;
  } catch {
    return undefined; // it is a text that begins with a bracket
  }
}

function plainText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}
