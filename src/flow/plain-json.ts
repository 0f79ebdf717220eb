/** Marks a number that JSON has not, where it must come back as it was. */
const NUMBER = "$number";

/**
 * A value as plain JSON; what is undefined is null, or left out of an object.
 *
 * @param keepNumbers write NaN and infinities so that `fromPlain` reads them; else they are null
 * @throws {Error} when JSON cannot express it: a function, a BigInt, a Map, a value within itself
 */
export function toPlain(value: unknown, { keepNumbers = false } = {}): unknown {
  return plain(value, { keepNumbers, within: [] });
}

/** The value that `toPlain` wrote. */
export function fromPlain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(fromPlain);
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0]?.[0] === NUMBER) return Number(entries[0][1]);
  return Object.fromEntries(entries.map(([key, item]) => [key, fromPlain(item)]));
}

/** A copy of lists and plain objects that nobody else holds; anything else is passed as it is. */
export function copyOf(value: unknown): unknown {
  return copied(value, new Map());
}

function copied(value: unknown, copies: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const item of value) list.push(copied(item, copies));
    return list;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const object: Record<string, unknown> = {};
  copies.set(value, object);
  for (const [key, item] of Object.entries(value)) object[key] = copied(item, copies);
  return object;
}

interface At {
  readonly keepNumbers: boolean;
  /** The objects around the value. */
  readonly within: readonly object[];
}

function plain(value: unknown, at: At): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return plainNumber(value, at);
  if (typeof value !== "object") throw new Error(`JSON has no ${typeof value}`);
  if (at.within.includes(value)) throw new Error("the value is part of itself");
  return plainObject(value, { ...at, within: [...at.within, value] });
}

function plainNumber(value: number, { keepNumbers }: At): unknown {
  if (Number.isFinite(value)) return value;
  return keepNumbers ? { [NUMBER]: String(value) } : null;
}

function plainObject(value: object, at: At): unknown {
  if (Array.isArray(value)) return Array.from(value, (item) => plain(item, at));
  if ("toJSON" in value && typeof value.toJSON === "function") return plain(value.toJSON(), at);
  if (value instanceof Map || value instanceof Set || value instanceof Promise) {
    throw new Error(`JSON has no ${value.constructor.name}`);
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, plain(item, at)]));
}
