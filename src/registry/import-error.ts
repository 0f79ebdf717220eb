import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError } from "../core/errors.ts";
import { packageName } from "./class-ref.ts";

/** What went wrong while a file was loaded, with the line that did it. */
export function importError(error: unknown, path: string): ConfigError {
  if (!(error instanceof Error)) {
    return new ConfigError(`"${path}" threw ${JSON.stringify(error)} while it was loaded`, {
      fix: "throw nothing at the top level of a module",
    });
  }
  return missingModule(error, path) ?? syntaxError(error, path) ?? thrown(error, path);
}

/** The place of the first line of a stack that is neither Node's nor a package's. */
export function firstOwnFrame(stack: string): string | undefined {
  const frames = stack
    .split("\n")
    .flatMap((line) => /^\s+at (?:.*? \()?(.+:\d+:\d+)\)?$/.exec(line)?.[1] ?? [])
    .map((place) => place.replace(/^async /, ""))
    .filter((place) => !/^node:|[\\/]node_modules[\\/]/.test(place));
  return frames.map(withoutUrl)[0];
}

interface ModuleError extends Error {
  readonly code?: string;
  readonly requireStack?: readonly string[];
}

function missingModule(error: ModuleError, path: string): ConfigError | undefined {
  const isMissing = error.code === "MODULE_NOT_FOUND" || error.code === "ERR_MODULE_NOT_FOUND";
  const [, module = ""] = /Cannot find (?:module|package) '([^']+)'/.exec(error.message) ?? [];
  if (!isMissing || module === "") return undefined;
  const importer = error.requireStack?.[0] ?? path;
  const isFile = /^[./]|^[A-Za-z]:[\\/]|^file:/.test(module);
  return new ConfigError(`"${importer}" imports "${module}", which is not there`, {
    where: importer,
    fix: isFile
      ? `there is no such file; the import starts from ${dirname(importer)}`
      : `npm install ${packageName(module)}`,
    cause: error,
  });
}

function syntaxError(error: Error, path: string): ConfigError | undefined {
  const [, reason, file, line, column] =
    /^ParseError: (.*?)\s*\n\s*(.+):(\d+):(\d+)/s.exec(error.message) ?? [];
  if (!reason) return undefined;
  return new ConfigError(`"${path}" has a syntax error: ${reason}`, {
    where: `${file}:${line}:${Number(column) + 1}`, // the parser counts columns from 0
    cause: error,
  });
}

function thrown(error: Error, path: string): ConfigError {
  return new ConfigError(`"${path}" threw while it was loaded: ${error.message}`, {
    where: firstOwnFrame(error.stack ?? "") ?? path,
    fix: "a module that cannot be loaded cannot be run; see the line above",
    cause: error,
  });
}

function withoutUrl(place: string): string {
  const [, url, position] = /^(file:.*?)(:\d+:\d+)$/.exec(place) ?? [];
  return url ? `${fileURLToPath(url)}${position}` : place;
}
