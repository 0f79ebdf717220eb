/**
 * Whether two values are equal as in Python: lists and mappings by content, true as 1 and false
 * as 0, integers exactly whatever their size, NaN never.
 */
export function equals(a: unknown, b: unknown): boolean {
  if (isNumeric(a)) return isNumeric(b) && sameNumber(toNumeric(a), toNumeric(b));
  if (isList(a)) return isList(b) && sameItems(a, b);
  if (isMapping(a)) return isMapping(b) && sameFields(a, b);
  return a === b;
}

/**
 * Order of two values as in Python: numbers, texts by code points, lists by their first difference.
 *
 * @returns below 0, 0 or above 0; NaN where one is NaN; null where Python has no order
 */
export function compare(a: unknown, b: unknown): number | null {
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(toNumeric(a), toNumeric(b));
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  if (isList(a) && isList(b)) return compareLists(a, b);
  return null;
}

/**
 * Python's `value in container`: an item of a list, a part of a text, a key of a mapping.
 *
 * @returns null where Python raises
 */
export function isIn(value: unknown, container: unknown): boolean | null {
  if (isList(container)) return container.some((item) => equals(item, value));
  if (typeof container === "string") {
    return typeof value === "string" ? container.includes(value) : null;
  }
  if (!isMapping(container) || isList(value) || isMapping(value)) return null;
  return typeof value === "string" && hasField(container, value);
}

/** An object or a Map; both stand for a mapping of YAML or JSON. */
export type Mapping = ReadonlyMap<string, unknown> | Readonly<Record<string, unknown>>;

/** Whether the value is a list. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Whether the value is a mapping. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether the mapping itself has the key; what JavaScript lets it inherit does not count. */
export function hasField(mapping: Mapping, key: string): boolean {
  return mapping instanceof Map ? mapping.has(key) : Object.hasOwn(mapping, key);
}

/** The value of a key that the mapping has. */
export function fieldOf(mapping: Mapping, key: string): unknown {
  return mapping instanceof Map ? mapping.get(key) : Reflect.get(mapping, key);
}

/** Keys and values of a mapping, in its order. */
export function fieldsOf(mapping: Mapping): [string, unknown][] {
  if (!(mapping instanceof Map)) return Object.entries(mapping);
  return [...mapping].map(([key, value]) => [String(key), value]);
}

/** What a value is, in words for a message. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return "a text";
  if (typeof value === "boolean") return "a boolean";
  if (isNumeric(value)) return "a number";
  return isList(value) ? "a list" : "a mapping";
}

type Numeric = number | bigint;

function isNumeric(value: unknown): value is Numeric | boolean {
  return typeof value === "number" || typeof value === "bigint" || typeof value === "boolean";
}

function toNumeric(value: Numeric | boolean): Numeric {
  return typeof value === "boolean" ? Number(value) : value;
}

/** A bigint and a number are compared exactly by `<` and `>`, but never by `===`. */
function sameNumber(a: Numeric, b: Numeric): boolean {
  return typeof a === typeof b ? a === b : a <= b && a >= b;
}

function compareNumbers(a: Numeric, b: Numeric): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return sameNumber(a, b) ? 0 : Number.NaN;
}

function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [unitA, unitB] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (unitA !== unitB) return codePointRank(unitA) - codePointRank(unitB);
  }
  return a.length - b.length;
}

/** Surrogates stand for the highest code points, though U+E000 to U+FFFF have higher units. */
function codePointRank(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}

function compareLists(a: readonly unknown[], b: readonly unknown[]): number | null {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (!equals(a[i], b[i])) return compare(a[i], b[i]);
  }
  return a.length - b.length;
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, i) => equals(item, b[i]));
}

function sameFields(a: Mapping, b: Mapping): boolean {
  const fields = fieldsOf(a);
  if (fields.length !== fieldsOf(b).length) return false;
  return fields.every(([key, value]) => hasField(b, key) && equals(value, fieldOf(b, key)));
}
