import { join, resolve } from "node:path";
import { cacheFolder } from "./cache-folder.ts";
import { openFile } from "./open-path.ts";

/**
 * All rows of a data file at once, whatever its format: for scripts and small files. Evals open
 * theirs by `context.openRows`, which leaves the rows on disk.
 *
 * @throws {DataError} when the file or a row is broken; the message has file and line
 */
export async function readJsonl(path: string): Promise<unknown[]> {
  const full = resolve(path);
  const source = await openFile({ path: full, name: full }, { cache: join(cacheFolder(), "rows") });
  const rows: unknown[] = [];
  for await (const row of source.rows()) rows.push(row);
  return rows;
}
