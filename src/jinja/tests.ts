import { Undefined } from "./undefined.ts";
import { isEqual, isMapping, isNumeric, itemsOf, order, plain } from "./values.ts";

/**
 * Whether `value is name` holds.
 *
 * @throws {Error} when there is no such test
 */
export function testOf(name: string, value: unknown, args: readonly unknown[] = []): boolean {
  const test = TESTS.get(name);
  if (!test) throw new Error(`there is no test "is ${name}"`);
  return test(plain(value), plain(args[0]));
}

type Test = (value: unknown, other: unknown) => boolean;

const isDefined: Test = (value) => !(value === undefined || value instanceof Undefined);
const isText: Test = (value) => typeof value === "string";
const isIterable: Test = (value) => isText(value, null) || Array.isArray(value) || isMapping(value);

const TESTS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ["boolean", (value) => typeof value === "boolean"],
  ["callable", (value) => typeof value === "function"],
  ["defined", isDefined],
  ["divisibleby", (value, other) => Number(value) % Number(other) === 0],
  ["eq", isEqual],
  ["equalto", isEqual],
  ["even", (value) => Number(value) % 2 === 0],
  ["false", (value) => value === false],
  ["float", (value) => typeof value === "number" && !Number.isInteger(value)],
  ["ge", (value, other) => order(value, other) >= 0],
  ["greaterthan", (value, other) => order(value, other) > 0],
  ["gt", (value, other) => order(value, other) > 0],
  ["in", (value, other) => itemsOf(other).some((item) => isEqual(item, value))],
  ["integer", (value) => Number.isInteger(value)],
  ["iterable", isIterable],
  ["le", (value, other) => order(value, other) <= 0],
  ["lessthan", (value, other) => order(value, other) < 0],
  ["lower", (value) => isText(value, null) && value === String(value).toLowerCase()],
  ["lt", (value, other) => order(value, other) < 0],
  ["mapping", isMapping],
  ["ne", (value, other) => !isEqual(value, other)],
  ["none", (value) => value === null],
  ["null", (value) => value === null],
  ["number", isNumeric],
  ["odd", (value) => Math.abs(Number(value) % 2) === 1],
  ["sameas", (value, other) => value === other],
  ["sequence", isIterable],
  ["string", isText],
  ["true", (value) => value === true],
  ["undefined", (value, other) => !isDefined(value, other)],
  ["upper", (value) => isText(value, null) && value === String(value).toUpperCase()],
]);
