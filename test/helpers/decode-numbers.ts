/** A value with each `{"$num": text}` as the number that JSON cannot carry. */
export function decodeNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodeNumbers);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (only?.[0] === "$num" && entries.length === 1) return numberOf(String(only[1]));
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of entries) {
    // Defined, not assigned: a key may be `__proto__`.
    Object.defineProperty(copy, key, { value: decodeNumbers(inner), enumerable: true });
  }
  return copy;
}

function numberOf(text: string): number | bigint {
  if (text === "inf") return Number.POSITIVE_INFINITY;
  if (text === "nan") return Number.NaN;
  const number = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? BigInt(text) : number;
}
