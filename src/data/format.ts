import type { Bytes } from "./bytes.ts";

/** A file to read rows from. */
export interface InputFile {
  readonly path: string;
  /** What messages and the log call it: its path, or the address that it was fetched from. */
  readonly name: string;
}

/** A row and its place in the file it came from. */
export interface PlacedRow {
  /** The row as JSON, without line breaks. */
  readonly json: string;
  /** Line or number of the row, from 1; grows from row to row. */
  readonly place: number;
}

/** A file whose compression is already taken off. */
export interface FormatInput extends InputFile {
  /** The plain bytes, from the start each time. */
  bytes(): Bytes;
}

/** How rows stand in a kind of file. */
export interface Format {
  /** The rows in order; a format that is JSON Lines already has none to convert. */
  readonly rows?: (input: FormatInput) => AsyncIterable<PlacedRow>;
  /** A place as messages name it. */
  readonly where: (name: string, place: number) => string;
}

/** Takes the compression off a file. */
export type Decompressor = (input: InputFile) => Bytes;
