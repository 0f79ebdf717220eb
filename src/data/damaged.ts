import { DataError } from "../core/errors.ts";
import type { InputFile } from "./format.ts";

/** What is wrong with a file that cannot be decoded. */
export interface Damage {
  /** The format's name, as in `gzip`. */
  readonly format: string;
  readonly cause: unknown;
}

/** The error for a binary file that is cut off or damaged, or is something else than its name says. */
export function damaged({ name }: InputFile, { format, cause }: Damage): DataError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DataError(`"${name}" cannot be read as ${format}: ${reason}`, {
    where: name,
    fix: "it is cut off or damaged, or its name ends wrongly: fetch or write it again",
    cause,
  });
}
