import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { ConfigError } from "../core/errors.ts";
import type { EvalSpec } from "../core/spec.ts";
import { ConfigFile } from "../data/config/config-file.ts";
import { modulePath } from "./class-ref.ts";
import { isMapping } from "./describe-value.ts";
import type { Entry } from "./entry.ts";
import { notesOnTrail } from "./find-trail.ts";
import { translateChatResponse } from "./flexeval/chat-response.ts";
import { kebab } from "./reference-spec.ts";
import { evalSpec } from "./specs.ts";

/** Where a config file is named, and who hears of what looks like a mistake in it. */
export interface ConfigPlace {
  readonly cwd: string;
  warn(message: string): void;
}

/**
 * The eval that a config file is: one entry without a name, with `class` and `args` or flexeval's
 * `class_path` and `init_args`. Paths in it start from its folder, or else from the working
 * directory.
 *
 * @returns undefined for a file of YAML that holds something else, such as a flow
 * @throws {ConfigError} with file and line when it cannot be read or names no class
 */
export function configSpec(reference: string, { cwd, warn }: ConfigPlace): EvalSpec | undefined {
  const path = modulePath(reference, cwd);
  const key = `${kebab(stemOf(path)) || "config"}.default`;
  const source = new ConfigFile(path, key);
  const [read] = source.entries;
  if (!read) return undefined;
  const isNamed = isMapping(read.value) && ("class" in read.value || "class_path" in read.value);
  if (!isNamed) {
    const names = entryNames(read.value);
    if (names.length > 0) throw severalEntries(path, names);
    if (/\.ya?ml$/i.test(path)) return undefined;
    throw noConfig(path, read.line);
  }
  const folder = dirname(path);
  const entry: Entry = { ...read, kind: "evals", file: path, registry_path: folder, source };
  const trail = { entries: [entry], target: entry };
  for (const note of notesOnTrail(trail)) warn(note);
  const spec = translateChatResponse(evalSpec(trail), {
    warn,
    locate: (data) => beside(data, { folder, cwd }) ?? resolve(folder, data),
  });
  return { ...spec, args: withData(spec.args, { folder, cwd }) };
}

function stemOf(path: string): string {
  return basename(path).replace(/\.[^.]+$/, "");
}

function noConfig(path: string, line: number): ConfigError {
  return new ConfigError(`"${basename(path)}" is no config of an eval`, {
    where: `${path}:${line}`,
    fix: "write {class: NAME, args: {…}}, or {class_path: NAME, init_args: {…}}, and nothing around it",
  });
}

/** Names of the entries of a registry's file; none where it is another kind of file. */
function entryNames(value: unknown): string[] {
  if (!isMapping(value)) return [];
  const isEntry = (one: unknown) =>
    isMapping(one) && ["class", "class_path", "id"].some((field) => field in one);
  return Object.values(value).every(isEntry) ? Object.keys(value) : [];
}

function severalEntries(path: string, [name = ""]: readonly string[]): ConfigError {
  return new ConfigError(`"${basename(path)}" holds named entries of a registry, not one eval`, {
    where: path,
    fix: `put it into the folder evals of a registry and name the entry: oaieval FN ${name} --registry-path FOLDER`,
  });
}

interface Places {
  readonly folder: string;
  readonly cwd: string;
}

/** The args with data that lies beside the config named by its whole path. */
function withData(args: EvalSpec["args"], places: Places): EvalSpec["args"] {
  const located = ["samples_jsonl", "test_jsonl"].flatMap((name) => {
    const value = args[name];
    const found = typeof value === "string" ? beside(value, places) : undefined;
    return found === undefined ? [] : [[name, found]];
  });
  return { ...args, ...Object.fromEntries(located) };
}

/** What a path means that starts from a folder or from the working directory, if it is there. */
function beside(reference: string, { folder, cwd }: Places): string | undefined {
  if (reference === "-" || /^[a-z][a-z0-9+.-]*:\/\//i.test(reference)) return reference;
  return [folder, cwd].map((place) => resolve(place, reference)).find((path) => existsSync(path));
}
