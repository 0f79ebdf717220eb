import { DataError } from "../core/errors.ts";
import { findJsonFault } from "./json-fault.ts";
import { quoteLongIntegers } from "./long-integers.ts";
import { placeAfter, type TextPlace } from "./text-place.ts";

/** Where a row begins. */
export interface RowPlace extends TextPlace {
  /** What messages call the file. */
  readonly name: string;
}

/**
 * Reads one row of JSON, as `parseJson` does. Python's `NaN` and `Infinity` are refused, for JSON
 * has no such values.
 *
 * @param place tells where the row begins; asked only when something is wrong
 * @throws {DataError} with line and column of the fault
 */
export function parseRow(text: string, place: () => RowPlace): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw badJson(text, place(), error);
  }
}

/**
 * Reads JSON; an integer that a number cannot hold exactly becomes text, digit for digit.
 *
 * @throws {SyntaxError}
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const exact = quoteLongIntegers(text);
  return exact === text ? value : JSON.parse(exact);
}

function badJson(text: string, { name, ...start }: RowPlace, cause: unknown): DataError {
  const fault = findJsonFault(withoutLastSpace(text));
  const { line, column } = placeAfter(text.slice(0, fault?.at ?? 0), start);
  return new DataError(`the row is not JSON: ${fault?.problem ?? String(cause)}`, {
    where: `${name}:${line}:${column}`,
    fix: fault?.fix,
    cause,
  });
}

/** The line break after a row is no part of it. */
function withoutLastSpace(text: string): string {
  let end = text.length;
  while (end > 0 && " \t\r\n".includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
