import { ConfigError } from "../../core/errors.ts";
import { isMapping } from "../describe-value.ts";

/** What is at hand while args of flexeval are read. */
export interface Reading {
  /** `file:line` of a path within the args. */
  where(path: readonly PropertyKey[]): string;
  /** The reference of the data that a path names. */
  locate(path: string): string;
  warn(message: string): void;
}

/** An argument of flexeval, whose it is and where it stands. */
export interface ArgPlace {
  readonly key: string;
  readonly path: readonly PropertyKey[];
  /** The class that has it. */
  readonly of: string;
}

/** An argument of ours, and where it stood. */
export interface TranslatedArg {
  readonly key: string;
  readonly value: unknown;
  readonly path: readonly PropertyKey[];
}

/** Whether a value is one that flexeval takes for none: null, false, an empty list or mapping. */
export function isUnset(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isMapping(value) && Object.keys(value).length === 0;
}

/** The error for what is not here. */
export function refused({ key, path, of }: ArgPlace, { where }: Reading, fix: string): ConfigError {
  return new ConfigError(`"${key}" of ${of} has no counterpart here`, { where: where(path), fix });
}
