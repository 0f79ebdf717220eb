import { strip } from "./white-space.ts";

/** Which number of a text is meant: the text must be one, or it is the first or last within. */
export type NumberPlace = "whole" | "first" | "last";

const DIGITS = String.raw`(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)`;
const NUMBER = String.raw`[+-]?(?:${DIGITS}(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?`;
const WHOLE = new RegExp(`^${NUMBER}$`);
/** A minus between words or digits, as in `2-3`, joins and is no sign. */
const WITHIN = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.])${NUMBER}|(?<=[\p{L}\p{N}_]-)${NUMBER}`,
  "gu",
);

/**
 * The number that a text says in decimal digits, with thousands in groups by commas or none, such as
 * `-1,250.5` or `2e-3`.
 *
 * @returns undefined where there is none, or none that a double can hold
 */
export function readNumber(text: string, place: NumberPlace = "whole"): number | undefined {
  const plain = text.replaceAll("\u2212", "-");
  const found = place === "whole" ? wholeNumber(strip(plain)) : plain.match(WITHIN)?.at(AT[place]);
  if (found === undefined) return undefined;
  const number = Number(found.replaceAll(",", ""));
  return Number.isFinite(number) ? number : undefined;
}

const AT = { first: 0, last: -1 } as const;

function wholeNumber(text: string): string | undefined {
  return WHOLE.test(text) ? text : undefined;
}
