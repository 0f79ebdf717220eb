/** What is changed in data before it is written or kept. */
export interface Cleaning {
  /** Names of fields that are left out wherever they occur. */
  readonly hiddenFields?: ReadonlySet<string>;
  /** What becomes of each text, such as the text without secrets. */
  mapText(text: string): string;
}

/** Deeper data is most likely circular. */
const DEEPEST = 100;

/**
 * The data as JSON can hold it, cleaned at every depth. Data that needs no change, and most does not,
 * is returned as it is.
 */
export function cleanData(data: unknown, cleaning: Cleaning): unknown {
  return isClean(data, cleaning, 0) ? data : cleaned(data, cleaning, []);
}

function isClean(value: unknown, cleaning: Cleaning, depth: number): boolean {
  if (typeof value === "string") return cleaning.mapText(value) === value;
  if (typeof value !== "object" || value === null) return typeof value !== "bigint";
  if (depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.every((item) => isClean(item, cleaning, depth + 1));
  const { hiddenFields } = cleaning;
  for (const key in value) {
    if (hiddenFields?.has(key)) return false;
    if (!isClean(value[key as keyof typeof value], cleaning, depth + 1)) return false;
  }
  return true;
}

function cleaned(value: unknown, cleaning: Cleaning, ancestors: readonly object[]): unknown {
  if (typeof value === "string") return cleaning.mapText(value);
  if (typeof value === "bigint") return exactNumber(value);
  if (typeof value !== "object" || value === null || "toJSON" in value) return value;
  if (ancestors.includes(value)) return "[circular]";

  const clean = (item: unknown) => cleaned(item, cleaning, [...ancestors, value]);
  if (Array.isArray(value)) return value.map(clean);
  const shown = Object.entries(value).filter(([key]) => !cleaning.hiddenFields?.has(key));
  return Object.fromEntries(shown.map(([key, item]) => [key, clean(item)]));
}

/** JSON's numbers are exact up to 2⁵³; a larger one is kept as text. */
function exactNumber(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
