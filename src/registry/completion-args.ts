import { ConfigError } from "../core/errors.ts";
import { isMapping, type Mapping } from "./describe-value.ts";

/** Arguments for a completion function whose class is not known yet. */
export interface GivenArgs {
  /** Values of JSON or of code, taken as they are. */
  readonly values: Mapping;
  /** Text of `key=value` pairs, to be typed as the class declares. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The flag that these arguments come from. */
export const COMPLETION_ARGS = "--completion-args";

/**
 * The arguments meant for one of several functions, out of `key=value` pairs between commas, a JSON
 * object as text, or an object. A key `FN:key` is for that function alone and wins over `key`.
 *
 * @param functions all that are asked, as typed
 * @throws {ConfigError} when a pair has no `=`, or a key names a function that is not asked
 */
export function argsFor(
  fn: string,
  given: string | Mapping,
  functions: readonly string[],
): GivenArgs {
  if (typeof given !== "string") return { values: scoped(fn, given, functions), texts: {} };
  if (given.trimStart().startsWith("{")) {
    return { values: scoped(fn, parseObject(given), functions), texts: {} };
  }
  return { values: {}, texts: scoped(fn, parsePairs(given), functions) };
}

function scoped<T>(
  fn: string,
  args: Readonly<Record<string, T>>,
  functions: readonly string[],
): Record<string, T> {
  const keys = Object.entries(args).map(([key, value]) => ({
    ...splitScope(key, functions),
    value,
  }));
  const mine = [...keys.filter(({ scope }) => !scope), ...keys.filter(({ scope }) => scope === fn)];
  return Object.fromEntries(mine.map(({ key, value }) => [key, value]));
}

/** `gpt-4o:seed` as the function and its key. Names have colons too, so the longest one counts. */
function splitScope(key: string, functions: readonly string[]): { scope?: string; key: string } {
  const scope = functions
    .filter((fn) => key.startsWith(`${fn}:`))
    .sort((a, b) => b.length - a.length)[0];
  if (scope !== undefined) return { scope, key: key.slice(scope.length + 1) };
  if (!key.includes(":")) return { key };
  throw new ConfigError(`"${key}" names no completion function of this run`, {
    where: COMPLETION_ARGS,
    fix: `write FN:key=value with one of ${functions.join(", ")}, or key=value for all`,
  });
}

function parseObject(text: string): Mapping {
  try {
    const value: unknown = JSON.parse(text);
    if (isMapping(value)) return value;
  } catch (cause) {
    throw new ConfigError(`${text} is not JSON`, {
      where: COMPLETION_ARGS,
      fix: String(cause),
      cause,
    });
  }
  throw new ConfigError(`${text} is not a JSON object`, { where: COMPLETION_ARGS });
}

function parsePairs(text: string): Record<string, string> {
  const pairs = splitAtCommas(text).filter((pair) => pair.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at > 0) return [pair.slice(0, at).trim(), pair.slice(at + 1)];
      throw new ConfigError(`"${pair}" is not key=value`, {
        where: COMPLETION_ARGS,
        fix: `for a value with a comma write JSON, as in '{"stop": "a,b"}'`,
      });
    }),
  );
}

/** Commas within brackets do not end a pair, so that a value may be JSON. */
function splitAtCommas(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if ("[{".includes(character)) depth++;
    if ("]}".includes(character)) depth--;
    if (character === "," && depth === 0) parts.push("");
    else parts.push(parts.pop() + character);
  }
  return depth === 0 ? parts : text.split(",");
}
