import { resolve } from "node:path";
import {
  type CacheContent,
  cacheFolders,
  clearFolder,
  contentOf,
} from "../../run/cache-folders.ts";
import { bytes } from "../bytes.ts";
import { counted } from "../counted.ts";
import type { Io } from "../io.ts";
import { styleFor } from "../style.ts";
import { table } from "../table.ts";

/** Flags of `oaieval cache`. */
export interface CacheFlags {
  readonly answers?: boolean;
  readonly data?: boolean;
  readonly cacheFolder?: string;
  readonly json?: boolean;
}

/** `oaieval cache stats`: what is kept, where, and how much. */
export async function cacheStats(flags: CacheFlags, io: Io): Promise<number> {
  return show(chosen(flags, io).map(contentOf), flags, io);
}

/** `oaieval cache clear`: deletes what is kept, or with `--answers` or `--data` that alone. */
export async function cacheClear(flags: CacheFlags, io: Io): Promise<number> {
  const cleared = chosen(flags, io).map(clearFolder);
  const files = cleared.reduce((sum, content) => sum + content.files, 0);
  show(cleared, flags, io);
  io.stderr.write(`${counted(files, "file")} deleted\n`);
  return 0;
}

/** Converted rows are data as well. */
function chosen({ answers, data, cacheFolder }: CacheFlags, { cwd }: Io) {
  const own = cacheFolder ? resolve(cwd, cacheFolder) : undefined;
  const isAll = !answers && !data;
  return cacheFolders(own).filter(({ name }) => isAll || (name === "answers" ? answers : data));
}

function show(contents: readonly CacheContent[], { json }: CacheFlags, io: Io): number {
  if (json) {
    io.stdout.write(`${JSON.stringify(contents, null, 2)}\n`);
    return 0;
  }
  const style = styleFor(io.stdout, io.env);
  const rows = contents.map(({ name, files, bytes: size, path }) => [
    name,
    files,
    bytes(size),
    path,
  ]);
  const [head = "", ...rest] = table(["what", "files", "size", "folder"], rows);
  for (const line of [style.dim(head), ...rest]) io.stdout.write(`${line}\n`);
  return 0;
}
