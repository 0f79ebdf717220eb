/** What JSON text says; whole numbers that a `number` cannot hold exactly are `bigint`. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

const STRING = /"(?:[^"\\]|\\.)*"/;
const NON_FINITE = /-?Infinity|NaN/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/;
const STRING_OR_NON_FINITE = alternatives(STRING, NON_FINITE);
const SCALAR = alternatives(STRING, NON_FINITE, NUMBER);
const MAYBE_UNSAFE = /\d{16}|Infinity|NaN/;

/**
 * The value of a JSON text, or undefined when it is none.
 *
 * @param options.parity accept `NaN`, `Infinity` and `-Infinity` as well, as Python does
 */
export function parseJson(text: string, { parity = false } = {}): JsonValue | undefined {
  const standard = parity ? text.replace(STRING_OR_NON_FINITE, nonFiniteToNull) : text;
  const value = parseStandard(standard);
  return value !== undefined && MAYBE_UNSAFE.test(text) ? parseExactly(text) : value;
}

function parseStandard(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** `null` may stand wherever these words may, so the text is as valid with it as with them. */
function nonFiniteToNull(token: string): string {
  return token.startsWith('"') ? token : "null";
}

/** Reads numbers itself: valid text with its scalars written as strings, `t` texts and `n` numbers. */
function parseExactly(text: string): JsonValue {
  const marked = text.replace(SCALAR, (token) =>
    token.startsWith('"') ? `"t${token.slice(1)}` : `"n${token}"`,
  );
  return JSON.parse(marked, (_key, value: unknown) => unmark(value));
}

function unmark(value: unknown): unknown {
  if (typeof value === "string") return value.startsWith("t") ? value.slice(1) : toNumber(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.slice(1), item]));
}

function toNumber(marked: string): number | bigint {
  const digits = marked.slice(1);
  const value = Number(digits);
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(value) ? BigInt(digits) : value;
}

function alternatives(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join("|"), "gs");
}
