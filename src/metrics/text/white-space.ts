/** White space as Python's `str.split` and `str.strip` know it; JavaScript's `\s` differs. */
const SPACE =
  "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const SPACES = new RegExp(`${SPACE}+`);
const TRAILING = new RegExp(`${SPACE}+$`);

/** The words of a text: what stands between white space, as Python's `str.split()`. */
export function splitWords(text: string): string[] {
  return text.split(SPACES).filter((word) => word !== "");
}

/** The text without white space at its end, as Python's `str.rstrip()`. */
export function stripEnd(text: string): string {
  return text.replace(TRAILING, "");
}
