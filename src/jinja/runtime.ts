import { didYouMean } from "../core/closest.ts";
import { calculate, multiply, plus } from "./arithmetic.ts";
import { type FilterArgs, filterNames, filterOf } from "./filters.ts";
import { elementOf, methodOf, Slice } from "./members.ts";
import type { Frame, Nunjucks } from "./nunjucks.ts";
import { percentFormat } from "./percent-format.ts";
import { testOf } from "./tests.ts";
import { Undefined } from "./undefined.ts";
import { asText, isEqual, isKeywords, isTruthy, itemsOf, kindOf, order, plain } from "./values.ts";

/** Values by name, without a prototype: `constructor` is a name as any other. */
export interface JinjaContext {
  readonly values: Readonly<Record<string, unknown>>;
  setVariable(name: string, value: unknown): void;
  addExport(name: string): void;
}

/** Whether the name is there without a value of it. */
export function isGlobal(name: string): boolean {
  return GLOBALS.has(name);
}

/** The operations that compiled templates call, doing what Python does. */
export function jinjaRuntime(nunjucks: Nunjucks, isStrict: boolean): object {
  const missing = (name: unknown) => new Undefined(String(name), isStrict);

  const member = (value: unknown, key: unknown): unknown => {
    if (value instanceof Undefined) return value.member(key);
    const found = elementOf(value, key);
    return found !== undefined ? found : (methodOf(value, key) ?? missing(key));
  };
  const call = (callee: unknown, args: readonly unknown[]): unknown => {
    if (typeof callee === "function") return callee(...args);
    throw new Error(`${kindOf(callee)} cannot be called`);
  };

  return {
    ...nunjucks.runtime,
    ...ARITHMETIC,
    member,
    call,
    show: asText,
    truth: isTruthy,
    slice: (start: unknown, stop: unknown, step: unknown) => new Slice(start, stop, step),
    callMethod: (value: unknown, key: unknown, args: readonly unknown[]) =>
      call(methodOf(value, key) ?? member(value, key), args),
    variable({ values }: JinjaContext, frame: Frame, name: string): unknown {
      const local = frame.lookup(name);
      if (local !== undefined) return local;
      if (Object.hasOwn(values, name) && values[name] !== undefined) return values[name];
      return GLOBALS.has(name) ? GLOBALS.get(name) : missing(name);
    },
    filter(name: string, [value, ...rest]: readonly unknown[]): unknown {
      const filter = filterOf(name);
      if (!filter) throw unknownFilter(name);
      const result = filter(plain(value), filterArgs(rest));
      return result === undefined ? missing(name) : result;
    },
    test: testOf,
    iterate,
    compare,
    and: (left: unknown, right: () => unknown) => (isTruthy(left) ? right() : left),
    or: (left: unknown, right: () => unknown) => (isTruthy(left) ? left : right()),
  };
}

const ARITHMETIC = {
  add: plus,
  multiply,
  concat: (a: unknown, b: unknown) => asText(a) + asText(b),
  subtract: calculate("-", (a, b) => a - b),
  divide: calculate("/", (a, b) => a / b),
  floorDivide: calculate("//", (a, b) => Math.floor(a / b)),
  power: calculate("**", (a, b) => a ** b),
  negate: (value: unknown) => calculate("-", (a, b) => a - b)(0, value),
  modulo: (a: unknown, b: unknown) =>
    typeof plain(a) === "string"
      ? percentFormat(asText(a), b)
      : calculate("%", (left, right) => left - right * Math.floor(left / right))(a, b),
  isIn,
  assign,
};

const GLOBALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["True", true],
  ["False", false],
  ["None", null],
  ["range", range],
  ["namespace", (named: unknown = {}) => Object.assign(new Namespace(), withoutMark(named))],
  ["dict", (named: unknown = {}) => withoutMark(named)],
]);

/** The only object that a template may change, so that a loop can hand something out. */
class Namespace {
  [name: string]: unknown;
}

function assign(target: unknown, key: unknown, value: unknown): void {
  if (!(target instanceof Namespace)) throw new Error("only a namespace can be changed");
  target[String(key)] = value;
}

function range(...bounds: readonly number[]): number[] {
  const [start = 0, stop = 0, step = 1] = bounds.length === 1 ? [0, ...bounds] : bounds;
  if (step === 0) throw new Error("a range has no step 0");
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (length > 100_000) throw new Error(`a range of ${length} numbers is too long`);
  return Array.from({ length }, (_, index) => start + index * step);
}

function withoutMark(named: unknown): object {
  const { __keywords, ...rest } = Object(named) as Record<string, unknown>;
  return rest;
}

function filterArgs(rest: readonly unknown[]): FilterArgs {
  const last = rest.at(-1);
  if (!isKeywords(last)) return { list: rest.map(plain), named: {} };
  return { list: rest.slice(0, -1).map(plain), named: last };
}

function unknownFilter(name: string): Error {
  const hint = didYouMean(name, filterNames());
  return new Error(`there is no filter "${name}"${hint ? `; ${hint}` : ""}`);
}

/** What a loop goes over: parts for several targets, and only what passes its condition. */
function iterate(targets: number, value: unknown, passes?: (parts: unknown) => boolean): unknown {
  const items = itemsOf(value);
  const unpacked = targets === 1 ? items : items.map((item) => unpack(item, targets));
  if (!passes) return unpacked;
  return unpacked.filter((item) => passes(targets === 1 ? [item] : item));
}

function unpack(item: unknown, targets: number): readonly unknown[] {
  const parts = itemsOf(item);
  if (parts.length === targets) return parts;
  throw new Error(`${kindOf(item)} has ${parts.length} parts, and the loop names ${targets}`);
}

function isIn(item: unknown, given: unknown): boolean {
  const container = plain(given);
  if (typeof container !== "string")
    return itemsOf(container).some((other) => isEqual(other, item));
  const part = plain(item);
  if (typeof part !== "string") throw new Error(`a text has texts in it, not ${kindOf(part)}`);
  return container.includes(part);
}

type Comparison = (a: unknown, b: unknown) => boolean;

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  "==": isEqual,
  "===": isEqual,
  "!=": (a, b) => !isEqual(a, b),
  "!==": (a, b) => !isEqual(a, b),
  "<": (a, b) => order(a, b) < 0,
  "<=": (a, b) => order(a, b) <= 0,
  ">": (a, b) => order(a, b) > 0,
  ">=": (a, b) => order(a, b) >= 0,
};

/** `1 < x < 3` is both comparisons, as in Python. */
function compare(first: unknown, ...steps: readonly (readonly [string, unknown])[]): boolean {
  let left = first;
  for (const [sign, right] of steps) {
    for (const side of [left, right]) if (side instanceof Undefined) side.use();
    if (!COMPARISONS[sign]?.(left, right)) return false;
    left = right;
  }
  return true;
}
