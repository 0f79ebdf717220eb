const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const INVISIBLE = /\p{Mn}|\p{Me}|\p{Cf}/u;

/** Columns that a text takes in a terminal: two for East Asian wide characters, none for marks. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** The text cut to so many columns, with an ellipsis where something is left out. */
export function truncate(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let cut = "";
  let width = 0;
  for (const character of text) {
    width += characterWidth(character);
    if (width > columns - 1) break;
    cut += character;
  }
  return `${cut}…`;
}

/** A line broken between words, so that no part is wider than so many columns if it can be helped. */
export function wrap(line: string, columns: number): string[] {
  const parts = [""];
  for (const word of line.split(/(?<=\s)/)) {
    const last = parts.at(-1) ?? "";
    if (last === "" || displayWidth((last + word).trimEnd()) <= columns) {
      parts[parts.length - 1] = last + word;
    } else parts.push(word);
  }
  return parts;
}

/** Text from outside on one line, harmless to a terminal. */
export function printable(text: string): string {
  return withoutControls(text.replace(/\s+/g, " ")).trim();
}

/**
 * Text from outside without the characters by which it could move the cursor, recolour the screen
 * or turn the direction of writing; line ends and tabs stay.
 */
export function withoutControls(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}

function characterWidth(character: string): number {
  if (INVISIBLE.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
