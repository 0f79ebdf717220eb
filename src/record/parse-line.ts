/** Numbers that Python writes and JSON does not know. */
const BARE_NUMBER = /-?\b(?:NaN|Infinity)\b/;
const TEXT_OR_BARE_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;

/**
 * The value of a line of JSON; a bare `NaN` or `Infinity` outside of texts is read as null.
 *
 * @throws {SyntaxError} when the line is no JSON
 */
export function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!BARE_NUMBER.test(text)) throw error;
    return JSON.parse(text.replace(TEXT_OR_BARE_NUMBER, nullForNumber));
  }
}

function nullForNumber(token: string): string {
  return token.startsWith('"') ? token : "null";
}
