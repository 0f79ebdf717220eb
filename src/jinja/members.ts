import { asText, isEqual, isKeywords, isMapping, itemsOf, kindOf, plain } from "./values.ts";

type Method<T> = (own: T, ...args: unknown[]) => unknown;

/** Bounds of a slice, as in `list[1:-1]`. */
export class Slice {
  readonly start: number | null;
  readonly stop: number | null;
  readonly step: number;

  constructor(start: unknown, stop: unknown, step: unknown) {
    this.start = start === null ? null : Number(start);
    this.stop = stop === null ? null : Number(stop);
    this.step = step === null ? 1 : Number(step);
  }

  /** The elements within the bounds. */
  of<T>(items: readonly T[]): T[] {
    const { length } = items;
    if (this.step === 0) throw new Error("a slice has no step 0");
    const [low, high] = this.step > 0 ? [0, length] : [-1, length - 1];
    const [begin, end] = this.step > 0 ? [low, high] : [high, low];
    const place = (bound: number) =>
      Math.min(high, Math.max(low, bound < 0 ? bound + length : bound));
    const first = this.start === null ? begin : place(this.start);
    const last = this.stop === null ? end : place(this.stop);
    const count = Math.max(0, Math.ceil((last - first) / this.step));
    return Array.from({ length: count }, (_, index) => items[first + index * this.step] as T);
  }
}

/** What stands under a key, at an index (from the end if negative) or within a slice. */
export function elementOf(given: unknown, key: unknown): unknown {
  const value = plain(given);
  if (Array.isArray(value)) {
    if (key instanceof Slice) return key.of(value);
    return typeof key === "number" ? value.at(key) : undefined;
  }
  if (typeof value === "string") {
    if (key instanceof Slice) return key.of([...value]).join("");
    return typeof key === "number" ? [...value].at(key) : undefined;
  }
  const name = String(plain(key));
  return isMapping(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Python's method of this name for the value. */
export function methodOf(
  given: unknown,
  key: unknown,
): ((...args: unknown[]) => unknown) | undefined {
  const value = plain(given);
  const name = String(key);
  const method = tableOf(value)?.get(name);
  return method && ((...args) => method(value, ...args.filter((arg) => !isKeywords(arg))));
}

function tableOf(value: unknown): ReadonlyMap<string, Method<unknown>> | undefined {
  if (typeof value === "string") return TEXT;
  if (Array.isArray(value)) return LIST;
  return isMapping(value) ? MAPPING : undefined;
}

type AnyMapping = Readonly<Record<string, unknown>>;

const MAPPING = table<AnyMapping>({
  items: (own) => Object.entries(own),
  keys: (own) => Object.keys(own),
  values: (own) => Object.values(own),
  get: (own, key, fallback = null) =>
    Object.hasOwn(own, String(key)) ? own[String(key)] : fallback,
});

const LIST = table<readonly unknown[]>({
  count: (own, wanted) => own.filter((item) => isEqual(item, wanted)).length,
  index: (own, wanted) => {
    const index = own.findIndex((item) => isEqual(item, wanted));
    if (index === -1) throw new Error(`${kindOf(wanted)} is not in the list`);
    return index;
  },
});

const TEXT = table<string>({
  upper: (own) => own.toUpperCase(),
  lower: (own) => own.toLowerCase(),
  title: (own) => own.toLowerCase().replace(/\p{L}+/gu, (word) => upperFirst(word)),
  capitalize: (own) => upperFirst(own.toLowerCase()),
  strip: (own, set) => strip(own, set, { start: true, end: true }),
  lstrip: (own, set) => strip(own, set, { start: true }),
  rstrip: (own, set) => strip(own, set, { end: true }),
  startswith: (own, start) => itemsOrOne(start).some((text) => own.startsWith(text)),
  endswith: (own, end) => itemsOrOne(end).some((text) => own.endsWith(text)),
  replace: (own, from, to) => own.replaceAll(String(from), () => String(to)),
  split: (own, by = null, limit = -1) => splitText(own, by, Number(limit)),
  splitlines: (own) => own.replace(/(\r\n|[\n\r])$/, "").split(/\r\n|[\n\r]/),
  join: (own, parts) => itemsOf(parts).map(asText).join(own),
  count: (own, part) => own.split(String(part)).length - 1,
  find: (own, part) => {
    const index = own.indexOf(String(part));
    return index === -1 ? -1 : [...own.slice(0, index)].length;
  },
  isdigit: (own) => /^\p{Nd}+$/u.test(own),
});

function splitText(own: string, by: unknown, limit: number): string[] {
  const parts = by === null ? own.trim().split(/\s+/).filter(Boolean) : own.split(String(by));
  if (limit < 0 || parts.length <= limit + 1) return parts;
  if (by === null) {
    const rest = new RegExp(`^(?:\\S+\\s+){${limit}}`).exec(own.trimStart())?.[0] ?? "";
    return [...parts.slice(0, limit), own.trimStart().slice(rest.length)];
  }
  return [...parts.slice(0, limit), parts.slice(limit).join(String(by))];
}

/** Without the characters of a set, or else white space, at its start, its end or both. */
function strip(own: string, set: unknown, { start = false, end = false }): string {
  const isLeft =
    typeof set === "string" ? isNotOf(set) : (character: string) => character.trim() !== "";
  const characters = [...own];
  const first = start ? characters.findIndex(isLeft) : 0;
  if (first === -1) return "";
  const last = end ? characters.findLastIndex(isLeft) : characters.length - 1;
  return characters.slice(first, last + 1).join("");
}

function isNotOf(set: string): (character: string) => boolean {
  const characters = new Set(set);
  return (character) => !characters.has(character);
}

function itemsOrOne(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

function upperFirst(word: string): string {
  const [first = "", ...rest] = word;
  return first.toUpperCase() + rest.join("");
}

function table<T>(
  methods: Readonly<Record<string, Method<T>>>,
): ReadonlyMap<string, Method<unknown>> {
  // Each table is asked only for values of its own kind.
  return new Map(Object.entries(methods)) as ReadonlyMap<string, Method<unknown>>;
}
