/** Where a text begins in its file. */
export interface TextPlace {
  readonly line: number;
  /** In characters, from 1. @default 1 */
  readonly column?: number;
}

/** The place right after a text, as an editor counts: a surrogate pair is one character. */
export function placeAfter(text: string, { line, column = 1 }: TextPlace): Required<TextPlace> {
  const lines = text.split(/\r\n|\r|\n/);
  const characters = countCharacters(lines.at(-1) ?? "");
  if (lines.length === 1) return { line, column: column + characters };
  return { line: line + lines.length - 1, column: characters + 1 };
}

function countCharacters(text: string): number {
  return text.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, "x").length;
}
