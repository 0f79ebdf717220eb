import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname } from "node:path";
import { isMap, isNode } from "yaml";
import { didYouMean } from "../../core/closest.ts";
import { ConfigError } from "../../core/errors.ts";
import { placeAfter } from "../text-place.ts";
import { lineOfPath } from "../yaml/node-path.ts";
import { readText } from "../yaml/read-text.ts";
import {
  lateFault,
  parseYamlDocument,
  type YamlDocument,
  type YamlEntry,
} from "../yaml/yaml-text.ts";
import { findJsonnet } from "./find-jsonnet.ts";
import { readLiteralText } from "./literal-text.ts";

/** A file that holds one entry and nothing else, in YAML, JSON, JSON5 or the literals of Jsonnet. */
export class ConfigFile {
  readonly path: string;
  /** The whole file, under the name that it was given. */
  readonly entries: readonly YamlEntry[];
  readonly #parsed: YamlDocument;

  /**
   * @param name what the entry is called
   * @throws {ConfigError} with line and column when the file cannot be read
   */
  constructor(path: string, name: string) {
    const text = readWhole(path);
    const { value, parsed } = /\.ya?ml$/i.test(path) ? fromYaml(text, path) : fromJson5(text, path);
    const { contents } = parsed.document;
    const node = isNode(contents) ? contents : null;
    const line = parsed.lines.linePos(isMap(contents) ? (contents.range?.[0] ?? 0) : 0).line;
    this.path = path;
    this.entries = [{ name, value, line, node }];
    this.#parsed = parsed;
  }

  /** The file's entry, if that is its name. */
  entry(name: string): YamlEntry | undefined {
    return this.entries.find((entry) => entry.name === name);
  }

  /** Line of a place in the text, from 1. */
  lineAt(offset: number): number {
    return this.#parsed.lines.linePos(offset).line;
  }

  /** Line of a key or element, or of the last one on the way there that exists. */
  lineOf(name: string, path: readonly PropertyKey[]): number | undefined {
    const entry = this.entry(name);
    return lineOfPath(entry?.node, path, this.#parsed.lines) ?? entry?.line;
  }
}

interface Read {
  readonly value: unknown;
  /** Tells where keys stand. */
  readonly parsed: YamlDocument;
}

function readWhole(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    throw new ConfigError(`there is no file "${path}"`, {
      fix: nearName(path) ?? "check the path",
    });
  }
  const { text, fault } = readText(path);
  if (fault !== undefined) throw new ConfigError("the config cannot be read", { where: fault });
  return text;
}

function nearName(path: string): string | undefined {
  const folder = dirname(path);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    return `there is no folder "${folder}" either`;
  }
  return didYouMean(basename(path), readdirSync(folder));
}

function fromYaml(text: string, path: string): Read {
  const parsed = parseYamlDocument(text);
  const broken = (fault: string) =>
    new ConfigError("the config is not valid YAML", { where: `${path}:${fault}` });
  if (parsed.fault !== undefined) throw broken(parsed.fault);
  try {
    return { value: parsed.document.toJS(), parsed };
  } catch (error) {
    throw broken(lateFault(error));
  }
}

interface Json5 {
  parse(text: string): unknown;
}

function fromJson5(text: string, path: string): Read {
  const require = createRequire(import.meta.url); // asked for by few, and at once
  const json5: Json5 = require("json5");
  const { bare, code, yaml } = readLiteralText(text, (source) => stringOf(source, json5));
  try {
    return { value: json5.parse(bare), parsed: parseYamlDocument(yaml) };
  } catch (error) {
    throw path.endsWith(".jsonnet") ? notLiteral(code, path, error) : notJson5(path, error);
  }
}

/** A string that JSON5 does not take is refused with the whole text, which has its place. */
function stringOf(source: string, json5: Json5): string {
  try {
    return String(json5.parse(source));
  } catch {
    return "";
  }
}

function notLiteral(code: string, path: string, cause: unknown): ConfigError {
  const construct = findJsonnet(code);
  if (!construct) return notJson5(path, cause, renderFix(path));
  const { line, column } = placeAfter(code.slice(0, construct.at), { line: 1 });
  return new ConfigError(
    `only plain values are read of Jsonnet, and "${construct.source}" is none`,
    {
      where: `${path}:${line}:${column}`,
      fix: renderFix(path),
      cause,
    },
  );
}

function renderFix(path: string): string {
  const name = basename(path);
  return `render it, and name what comes out: jsonnet ${name} > ${name.replace(/net$/, "")}`;
}

function notJson5(
  path: string,
  cause: unknown,
  fix = "check the brackets, quotes and commas there",
) {
  const { lineNumber = 1, columnNumber = 1, message } = cause as Json5Fault; // what json5 throws
  const reason = message.replace(/^JSON5: | at \d+:\d+$/g, "");
  return new ConfigError(`the config is not valid JSON5: ${reason}`, {
    where: `${path}:${lineNumber}:${columnNumber}`,
    fix,
    cause,
  });
}

interface Json5Fault extends Error {
  readonly lineNumber?: number;
  readonly columnNumber?: number;
}
