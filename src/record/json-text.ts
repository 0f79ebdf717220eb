const LINE_BREAKS = /[\u2028\u2029]/g;

/**
 * A value as strict JSON on one line. Numbers that JSON does not have become null; letters of any
 * script stay as they are; what some readers take for the end of a line is escaped.
 */
export function jsonText(value: object): string {
  return JSON.stringify(value).replace(LINE_BREAKS, escapeCharacter);
}

/** The character as JSON's `\uXXXX`. */
export function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
