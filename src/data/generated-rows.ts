import { untilAborted } from "../core/abortable.ts";
import { DataError, OaievalError } from "../core/errors.ts";
import { describeJson } from "../core/schema-faults.ts";
import type { PlacedRow } from "./format.ts";
import { type CountedRows, jsonlRows } from "./jsonl-rows.ts";
import type { Opening } from "./opening.ts";
import { toJsonLines } from "./spool.ts";
import { writeWhole } from "./whole-file.ts";

/**
 * The rows that code gives: an array or anything else that can be iterated, or a function (async
 * and generators too) that returns such a thing. They are written to the cache and read from there;
 * their SHA-256 is that of the file.
 *
 * @param name the reference, for messages
 * @throws {DataError} when the code fails, or gives what is not JSON
 */
export async function generatedRows(
  name: string,
  exported: unknown,
  { cache: folder, signal }: Opening,
): Promise<CountedRows> {
  const lines = untilAborted(toJsonLines(rowsOf(name, exported)), signal);
  const { path, sha256 } = await writeWhole(folder, lines, (sum) => `${sum}.jsonl`);
  return jsonlRows(path, { name, sha256, where: placeOf }, { signal });
}

function placeOf(name: string, number: number): string {
  return `${name} row ${number}`;
}

async function* rowsOf(name: string, exported: unknown): AsyncGenerator<PlacedRow> {
  let place = 0;
  try {
    const given: unknown = await (typeof exported === "function" ? exported() : exported);
    if (!isIterable(given)) throw notRows(name, given);
    for await (const row of given) {
      place++;
      yield { json: toJson(row, placeOf(name, place)), place };
    }
  } catch (error) {
    throw error instanceof OaievalError ? error : failed(name, { number: place + 1, error });
  }
}

function isIterable(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  if (typeof value !== "object" || value === null) return false;
  return Symbol.iterator in value || Symbol.asyncIterator in value;
}

function notRows(name: string, given: unknown): DataError {
  return new DataError(`"${name}" gives ${describeJson(given)}, not rows`, {
    where: name,
    fix: "export an array of rows, or a function or generator that gives them",
  });
}

function failed(name: string, { number, error }: { number: number; error: unknown }): DataError {
  return new DataError(`"${name}" failed at row ${number}: ${String(error)}`, {
    where: name,
    fix: "mend the code; nothing has been asked yet",
    cause: error,
  });
}

function toJson(row: unknown, where: string): string {
  try {
    const json = JSON.stringify(row, refuseLost);
    if (json !== undefined) return json;
  } catch (error) {
    throw notJson(where, { reason: String(error), cause: error });
  }
  throw notJson(where, { reason: `it is ${String(row)}` });
}

/** What `JSON.stringify` would turn into null or leave out in silence. */
function refuseLost(_key: string, value: unknown): unknown {
  const isLost = typeof value === "number" && !Number.isFinite(value);
  if (isLost || typeof value === "function" || typeof value === "symbol") {
    throw new TypeError(`JSON has no ${String(value)}`);
  }
  return value;
}

function notJson(where: string, { reason, cause }: { reason: string; cause?: unknown }): DataError {
  return new DataError(`the row is not JSON: ${reason}`, {
    where,
    fix: "give rows of plain objects, lists, texts, numbers, true, false and null",
    cause,
  });
}
