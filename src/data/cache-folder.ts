import { tmpdir } from "node:os";
import { join, posix } from "node:path";

/** Where downloads and spooled rows are kept: `/tmp/filecache`, on Windows in its temporary folder. */
export function cacheFolder(platform: string = process.platform): string {
  return platform === "win32" ? join(tmpdir(), "filecache") : posix.join("/tmp", "filecache");
}
