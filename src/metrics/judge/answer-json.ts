/**
 * The first object that stands in an answer as JSON: alone, in a code fence, or between sentences.
 * Undefined when there is none.
 */
export function firstObject(text: string): unknown {
  let left = MOST_READINGS * text.length;
  for (let at = text.indexOf("{"); at >= 0 && left > 0; at = text.indexOf("{", at + 1)) {
    const end = endOfObject(text, at);
    const value = end === undefined ? undefined : parsed(text.slice(at, end));
    if (value !== undefined) return value;
    left -= (end ?? text.length) - at;
  }
  return undefined;
}

/** Whether an object begins in the text and nothing closes it: the answer was cut short. */
export function isCutShort(text: string): boolean {
  const start = text.indexOf("{");
  return start >= 0 && endOfObject(text, start) === undefined;
}

/** How often all of an answer may be read: one of a thousand braces must not take a thousand times. */
const MOST_READINGS = 20;

const STRING_OR_BRACE = /"(?:[^"\\]|\\.)*"|[{}]/gs;

/** The place behind the brace that closes the one at `start`; braces within strings do not count. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.slice(start).matchAll(STRING_OR_BRACE)) {
    if (token === "{") depth++;
    if (token === "}") depth--;
    if (depth === 0) return start + index + 1;
  }
  return undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
