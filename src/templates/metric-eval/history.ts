import type { ChatMessage } from "../../core/prompt.ts";
import { Messages } from "../sample.ts";
import { answerText, type Placed, wrongValue } from "./texts.ts";

/**
 * What was said before, as chat messages: such messages themselves, turns of `inputs` and
 * `outputs`, or pairs of a question and its answer. Nothing for null and an empty list.
 *
 * @throws {DataError} when it is none of them
 */
export function historyMessages(value: unknown, place: Placed): readonly ChatMessage[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) throw wrongValue(value, { ...place, expected: EXPECTED });
  if (value.length === 0) return [];
  const { success, data } = Messages.safeParse(value);
  if (success) return data as readonly ChatMessage[]; // by the schema of messages
  return value.flatMap((turn, index) => {
    const pair = asPair(turn) ?? asInputsAndOutputs(turn);
    if (pair) return pair;
    const column = `${place.column}[${index}]`;
    throw wrongValue(turn, { ...place, column, expected: EXPECTED });
  });
}

const EXPECTED = "chat messages, turns of inputs and outputs, or pairs of question and answer";

function asPair(turn: unknown): readonly ChatMessage[] | undefined {
  if (!Array.isArray(turn) || turn.length !== 2) return undefined;
  return exchange(turn[0], turn[1]);
}

/** The first value on each side is what was said, whatever its name. */
function asInputsAndOutputs(turn: unknown): readonly ChatMessage[] | undefined {
  const { inputs, outputs } = Object(turn);
  return isObject(inputs) && isObject(outputs)
    ? exchange(Object.values(inputs)[0], Object.values(outputs)[0])
    : undefined;
}

/** An answer that is not there yet is left out. */
function exchange(question: unknown, answer: unknown): readonly ChatMessage[] {
  return [
    { role: "user", content: question },
    { role: "assistant", content: answer },
  ].flatMap(({ role, content }) =>
    content === null || content === undefined ? [] : [{ role, content: answerText(content) }],
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
