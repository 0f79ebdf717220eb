import { printable, truncate } from "./display-width.ts";

const LONGEST = 200;

/**
 * Text from outside as Markdown that shows it as it is: no markup, no HTML, no link, no mention, no
 * end of a table's cell. It comes on one line and is cut at 200 columns.
 */
export function escapeMarkdown(text: string): string {
  return truncate(printable(text), LONGEST)
    .replace(/[^\p{L}\p{N}\p{M}\s,.()/'+-]/gu, (character) => `&#${character.codePointAt(0)};`)
    .replace(/(www)\./gi, "$1&#46;");
}
