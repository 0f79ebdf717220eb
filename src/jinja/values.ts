import { isDeepStrictEqual } from "node:util";
import { pythonRepr } from "../core/python-repr.ts";
import { Undefined } from "./undefined.ts";

/** Arguments given by name; nunjucks hands them on last. */
export type Keywords = Readonly<Record<string, unknown>>;

/** Whether these are arguments given by name. */
export function isKeywords(value: unknown): value is Keywords {
  return isMapping(value) && Object.hasOwn(value, "__keywords");
}

/** Whether it has keys and values. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Undefined) &&
    !(value instanceof String)
  );
}

/** Text of a macro is an object of nunjucks; everywhere else it is a text as any other. */
export function plain(value: unknown): unknown {
  return value instanceof String ? value.toString() : value;
}

/** Text as Jinja2 prints it: that of Python's `str`, nothing for an undefined value. */
export function asText(given: unknown): string {
  const value = plain(given);
  if (typeof value === "string") return value;
  if (value === undefined) return "";
  if (value instanceof Undefined) {
    value.use();
    return "";
  }
  if (typeof value === "function") throw new Error('a function has no text; call it with "()"');
  return pythonRepr(value);
}

/** Whether Python takes it as true: not so None, 0 and whatever is empty. */
export function isTruthy(given: unknown): boolean {
  const value = plain(given);
  if (value instanceof Undefined) {
    value.use();
    return false;
  }
  if (Array.isArray(value)) return value.length > 0;
  if (isMapping(value)) return Object.keys(value).length > 0;
  return Number.isNaN(value) || Boolean(value);
}

/** Python's `==`: true is 1, lists and mappings are compared by what they hold. */
export function isEqual(a: unknown, b: unknown): boolean {
  const [left, right] = [plain(a), plain(b)];
  if (typeof left === "boolean" || typeof right === "boolean") {
    return isNumeric(left) && isNumeric(right) && Number(left) === Number(right);
  }
  if (left instanceof Undefined) return right instanceof Undefined;
  return isDeepStrictEqual(left, right) || (left === 0 && right === 0);
}

/** Whether Python counts with it. */
export function isNumeric(value: unknown): value is number | boolean {
  return typeof value === "number" || typeof value === "boolean";
}

/**
 * What a loop goes over: elements, the keys of a mapping, the characters of a text.
 *
 * @throws {Error} for anything else
 */
export function itemsOf(given: unknown): readonly unknown[] {
  const value = plain(given);
  if (Array.isArray(value)) return value;
  if (typeof value === "string") return [...value];
  if (isMapping(value)) return Object.keys(value);
  if (value instanceof Undefined) {
    value.use();
    return [];
  }
  throw new Error(`${kindOf(value)} cannot be gone through one by one`);
}

/** How many elements, keys or characters there are. */
export function lengthOf(value: unknown): number {
  return itemsOf(value).length;
}

/** The kind of a value, in words. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value === "boolean") return pythonRepr(value);
  if (Array.isArray(value)) return "a list";
  if (value instanceof Undefined) return `"${value.name}", which has no value,`;
  return isMapping(value) ? "a mapping" : `a ${typeof plain(value)}`.replace("string", "text");
}

/**
 * Orders two numbers, texts or lists as Python does.
 *
 * @throws {Error} for unlike kinds
 */
export function order(a: unknown, b: unknown): number {
  const [left, right] = [plain(a), plain(b)];
  if (isNumeric(left) && isNumeric(right)) return Number(left) - Number(right);
  if (typeof left === "string" && typeof right === "string") {
    return Number(left > right) - Number(left < right);
  }
  if (Array.isArray(left) && Array.isArray(right)) return orderLists(left, right);
  throw new Error(`${kindOf(left)} and ${kindOf(right)} have no order`);
}

/** The first elements that differ decide; a list is after what it begins with. */
function orderLists(left: readonly unknown[], right: readonly unknown[]): number {
  const shared = Math.min(left.length, right.length);
  for (let at = 0; at < shared; at++) {
    if (!isEqual(left[at], right[at])) return order(left[at], right[at]);
  }
  return left.length - right.length;
}
