import { looseObject, type ZodType } from "zod";
import { untilAborted } from "../core/abortable.ts";
import { DataError } from "../core/errors.ts";
import { type DataFile, type RowSource, rowNumber } from "../core/row-source.ts";
import { type SchemaFault, schemaFaults } from "../core/schema-faults.ts";
import { exampleRow } from "./example-row.ts";

/** How a check goes about its work. */
export interface CheckOptions {
  /** Told the number of rows so far, now and then. */
  readonly onProgress?: ((rows: number) => void) | undefined;
  /** Ends the check, which then throws its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads every row once, before anything is asked, and refuses the data when one is wrong. The rows
 * of a stream are checked as they come.
 *
 * @param schema what a row must be; any object when there is none
 * @returns the rows as the schema gives them
 * @throws {DataError} with the place of the first wrong row, what is wrong, and a right one
 */
export async function checkedRows(
  source: RowSource<unknown>,
  schema: ZodType | undefined,
  { onProgress, signal }: CheckOptions = {},
): Promise<RowSource<unknown>> {
  const rows = new CheckedRows(source, schema);
  if (rows.count === null) return rows;
  let checked = 0;
  try {
    for await (const _ of untilAborted(rows.rows(), signal)) {
      checked++;
      if (checked % PROGRESS_STEP === 0) onProgress?.(checked);
    }
    return rows;
  } catch (error) {
    throw await withFurther(error, rows, checked);
  }
}

const PROGRESS_STEP = 1000;
/** Rows after the first wrong one that are looked at. */
const LOOK_AHEAD = 1000;
const SHOWN = 5;

class CheckedRows implements RowSource<unknown> {
  readonly count: number | null;
  readonly numbers: readonly number[] | undefined;
  readonly files: readonly DataFile[];
  readonly arrivals: RowSource<unknown>["arrivals"];
  readonly #source: RowSource<unknown>;
  readonly #schema: ZodType;

  constructor(source: RowSource<unknown>, schema: ZodType = looseObject({})) {
    this.count = source.count;
    this.numbers = source.numbers;
    this.files = source.files;
    this.arrivals = source.arrivals?.bind(source);
    this.#source = source;
    this.#schema = schema;
  }

  where(index: number): string {
    return this.#source.where(index);
  }

  async read(index: number): Promise<unknown> {
    return this.#checked(await this.#source.read(index), index);
  }

  async *rows(): AsyncGenerator<unknown> {
    let place = 0;
    for await (const row of this.#source.rows()) {
      yield this.#checked(row, rowNumber(this.#source, place++));
    }
  }

  #checked(row: unknown, index: number): unknown {
    const { success, data, error } = this.#schema.safeParse(row);
    if (success) return data;
    const example = exampleRow(this.#schema);
    throw new DataError(complaint(schemaFaults(error, row)), {
      where: this.where(index),
      fix: example ? `a right row: ${example}` : "change the row, or the class that reads it",
    });
  }
}

function complaint([first]: readonly SchemaFault[]): string {
  if (!first) return "the row is wrong";
  return `${first.place ? `"${first.place}"` : "the row"} ${first.text}`;
}

/** Says with the error of the row at a place how many of the next rows are wrong too. */
async function withFurther(error: unknown, rows: CheckedRows, place: number): Promise<unknown> {
  if (!(error instanceof DataError) || !isAbout(error, rows, place)) return error;
  const end = Math.min(rows.count ?? 0, place + 1 + LOOK_AHEAD);
  const wrong: string[] = [];
  for (let next = place + 1; next < end; next++) {
    const number = rowNumber(rows, next);
    if (!(await isRight(rows, number))) wrong.push(rows.where(number));
  }
  if (wrong.length === 0) return error;

  const shown = wrong.slice(0, SHOWN).join(", ") + (wrong.length > SHOWN ? " …" : "");
  const further = `of the ${end - place - 1} rows after it ${wrong.length} ${wrong.length === 1 ? "is" : "are"} wrong too: ${shown}`;
  const { where, fix, cause } = error;
  return new DataError(`${error.message}; ${further}`, { where, fix, cause });
}

/** Faults of the file as a whole are no row's. */
function isAbout({ where }: DataError, rows: CheckedRows, place: number): boolean {
  if (place >= (rows.count ?? 0)) return false;
  return where?.startsWith(rows.where(rowNumber(rows, place))) === true;
}

async function isRight(rows: CheckedRows, index: number): Promise<boolean> {
  try {
    await rows.read(index);
    return true;
  } catch {
    return false;
  }
}
