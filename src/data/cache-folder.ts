import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isOwnFolder, userFolder } from "./user-folder.ts";

/**
 * Where downloads, converted rows and answers are kept: `/tmp/filecache`, on Windows in its temporary
 * folder. What another user has put there is not trusted: then it is `/tmp/filecache-UID`.
 */
export function cacheFolder(): string {
  return userFolder(sharedFolder(), isOwnFolder);
}

/** What to say when the cache is about to be made elsewhere than users expect; else nothing. */
export function cacheNotice(): string | undefined {
  const [shared, own] = [sharedFolder(), cacheFolder()];
  if (own === shared || existsSync(own)) return undefined;
  return `"${shared}" is another user's: the cache is "${own}"`;
}

function sharedFolder(): string {
  return process.platform === "win32" ? join(tmpdir(), "filecache") : "/tmp/filecache";
}
