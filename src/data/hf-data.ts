import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../core/errors.ts";
import { KNOWN_SUFFIXES, knownKind } from "./formats.ts";

/**
 * The local file that stands for a data set of the Hugging Face hub: `hf://HOST?name=N&split=S` is
 * `hf/HOST/N/S.jsonl`, or another known format, in one of the data folders.
 *
 * @throws {ConfigError} when it is in none of them
 */
export function findHfData(url: URL, folders: readonly string[]): string {
  const split = url.searchParams.get("split");
  if (!split) {
    const fix = "add it, for example: ?split=test";
    throw new ConfigError(`"${url.href}" names no split`, { fix });
  }
  const path = join("hf", url.host, url.pathname, url.searchParams.get("name") ?? "");
  const places = folders.map((folder) => join(folder, path));
  const found = places.map((place) => splitFile(place, split)).find((file) => file !== undefined);
  if (found) return found;

  const [first = ""] = places;
  throw new ConfigError(`"${url.href}" is not on this machine; nothing is fetched from the hub`, {
    where: places.join(", "),
    fix: `put its rows at ${join(first, split)}.jsonl (or ${KNOWN_SUFFIXES})`,
  });
}

/** The split in any known format, the first by name. */
function splitFile(folder: string, split: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).sort();
  const name = names.find((file) => file === split + endOf(file, split));
  return name && join(folder, name);
}

/** What follows the split's name, when that tells a format. */
function endOf(file: string, split: string): string {
  const end = file.slice(split.length);
  return knownKind(file)?.suffix === end.toLowerCase() ? end : "?";
}
