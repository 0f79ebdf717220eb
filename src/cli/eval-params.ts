import { ConfigError } from "../core/errors.ts";

const FLAG = "--extra-eval-params";
const PYTHON_INTEGER = /^[+-]?\d+(_\d+)*$/;
const PYTHON_FLOAT = /^[+-]?(\d+(_\d+)*\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Values of `--extra-eval-params`: `k=v,k=v`, or one JSON object. What Python's `int` or `float`
 * takes is a number, as in openai/evals; `true` and `false` are booleans, with `parity` text; all
 * else is text, `nan` as well.
 *
 * @throws {ConfigError} for an item without `=`
 */
export function evalParams(text: string, { parity = false } = {}): Record<string, unknown> {
  if (text.trimStart().startsWith("{")) return jsonObject(text);
  const items = text.split(",").filter((item) => item !== "");
  return Object.fromEntries(
    items.map((item) => {
      const [key, value] = keyAndValue(item);
      return [
        key,
        parity ? (infinityOf(value) ?? numberOf(value)) : (booleanOf(value) ?? numberOf(value)),
      ];
    }),
  );
}

function keyAndValue(item: string): [string, string] {
  const at = item.indexOf("=");
  if (at > 0) return [item.slice(0, at), item.slice(at + 1)];
  throw new ConfigError(`${FLAG} has "${item}", which is not KEY=VALUE`, {
    fix: `write key=value,key=value, or where a value has a comma a JSON object: '{"key": "a,b"}'`,
  });
}

function booleanOf(text: string): boolean | undefined {
  return text === "true" || text === "false" ? text === "true" : undefined;
}

function infinityOf(text: string): number | undefined {
  if (!/^[+-]?inf(inity)?$/i.test(text.trim())) return undefined;
  return text.trim().startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** Digits that a double cannot hold stay text: an id must not change. */
function numberOf(text: string): number | string {
  const digits = text.trim().replaceAll("_", "");
  if (PYTHON_INTEGER.test(text.trim())) {
    return Number.isSafeInteger(Number(digits)) ? Number(digits) : text;
  }
  return PYTHON_FLOAT.test(text.trim()) ? Number(digits) : text;
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>; // it begins with a brace
  } catch (error) {
    throw new ConfigError(`${FLAG} is not valid JSON: ${String(error)}`, { cause: error });
  }
}
