import { fileURLToPath } from "node:url";
import type { RowSource } from "../../src/core/row-source.ts";
import { type DataOptions, openRows } from "../../src/data/rows.ts";
import { type Files, tempRegistry } from "../helpers/temp-registry.ts";

/** Folder of the packed files that tests read. */
export const FIXTURES = fileURLToPath(new URL("../fixtures/data", import.meta.url));

/** A working directory with files, and a cache of its own. */
export interface DataFolder {
  readonly path: string;
  readonly options: DataOptions;
  open(reference: string, overrides?: Partial<DataOptions>): ReturnType<typeof openRows>;
  /** All rows of a data set. */
  rows(reference: string, overrides?: Partial<DataOptions>): Promise<unknown[]>;
}

/** A working directory that is removed after the test; data folders are `<folder>/registry/data`. */
export function dataFolder(files: Files): DataFolder {
  const path = tempRegistry({ "registry/data/.keep": "", ...files });
  const options: DataOptions = {
    cwd: path,
    folders: [`${path}/registry/data`],
    cacheDir: `${path}/.cache`,
    useCache: true,
    loadExport: async (reference) => {
      const [file = "", name = ""] = reference.split(/:(?=\w+$)/);
      return (await import(file))[name];
    },
  };
  const open = (reference: string, overrides = {}) =>
    openRows(reference, { ...options, ...overrides });
  return { path, options, open, rows: async (...args) => allRows(await open(...args)) };
}

/** The rows of a source, read one after the other. */
export async function allRows(source: RowSource<unknown>): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of source.rows()) rows.push(row);
  return rows;
}

/** The rows of the `sums` files of the fixtures. */
export function sums(count: number): unknown[] {
  return Array.from({ length: count }, (_, i) => ({
    input: `What is ${i} + ${i}?`,
    ideal: String(2 * i),
  }));
}
