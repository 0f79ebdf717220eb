import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { RunSettings } from "./options.ts";

/** What may be given beside a log: settings, and another eval. */
type Given = RunSettings & { readonly eval?: unknown };

/**
 * Settings that are given now, for a run that starts where its log was begun: what they name from
 * here is named by its whole path.
 */
export function givenHere<T extends Given>(settings: T, here: string): T {
  const { registryPaths, prices, args, recordPath, recordFolder } = settings;
  const file = (name: string) => (existsSync(resolve(here, name)) ? resolve(here, name) : name);
  const placed = {
    registryPaths: registryPaths?.map(file),
    prices: prices && file(prices),
    args: args && mapTexts(args, file),
    recordPath: recordPath && resolve(here, recordPath),
    recordFolder: recordFolder && resolve(here, recordFolder),
    eval: reference(settings.eval, here),
    judge: reference(settings.judge, here),
    recorder: reference(settings.recorder, here),
  };
  return { ...settings, ...placed } as T; // the same settings
}

/** `./file.ts:Class` with the whole path; all else is no path or is whole. */
function reference(name: unknown, here: string): unknown {
  return typeof name === "string" && /^\.\.?\//.test(name) ? resolve(here, name) : name;
}

function mapTexts(
  args: Readonly<Record<string, unknown>>,
  change: (text: string) => string,
): Record<string, unknown> {
  const entries = Object.entries(args).map(([name, value]) => [
    name,
    typeof value === "string" && value !== "" ? change(value) : value,
  ]);
  return Object.fromEntries(entries);
}
