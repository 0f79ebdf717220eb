/** White space as Python knows it, for a class of a pattern; JavaScript's `\s` differs. */
export const SPACE_CLASS =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const SPACE = new RegExp(`[${SPACE_CLASS}]`);
const SPACES = new RegExp(`[${SPACE_CLASS}]+`);

/** The words of a text: what stands between white space, as Python's `str.split()`. */
export function splitWords(text: string): string[] {
  return text.split(SPACES).filter((word) => word !== "");
}

/** The text without white space at its ends, as Python's `str.strip()`; linear in its length. */
export function strip(text: string): string {
  let start = 0;
  while (start < text.length && SPACE.test(text.charAt(start))) start++;
  return stripEnd(text.slice(start));
}

/** The text without white space at its end, as Python's `str.rstrip()`; linear in its length. */
export function stripEnd(text: string): string {
  let end = text.length;
  while (end > 0 && SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
