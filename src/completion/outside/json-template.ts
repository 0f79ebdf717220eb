import { ConfigError } from "../../core/errors.ts";
import { type JsonPath, parsePath } from "./json-path.ts";

/** JSON whose texts hold placeholders, read and ready to be filled. */
export interface JsonTemplate {
  /**
   * The JSON with every placeholder replaced, in one pass: braces in a value stay what they are. A
   * text that is one placeholder and nothing else becomes the value itself, whatever its type.
   *
   * @param lookUp gives the value of a path
   */
  fill(lookUp: (path: JsonPath) => unknown): unknown;
}

/**
 * Reads a template: `{name}` and `{name.field[0]}` in its texts, `{{` and `}}` for braces.
 *
 * @param names what a placeholder may begin with
 * @throws {ConfigError} for a lone brace, or a placeholder that begins with another name
 */
export function parseJsonTemplate(
  template: unknown,
  names: readonly string[],
  where: string,
): JsonTemplate {
  const fill = compile(template, { names, where });
  return { fill };
}

type Filling = (lookUp: (path: JsonPath) => unknown) => unknown;

interface Reading {
  readonly names: readonly string[];
  readonly where: string;
}

function compile(template: unknown, reading: Reading): Filling {
  if (typeof template === "string") return compileText(template, reading);
  if (Array.isArray(template)) {
    const items = template.map((item) => compile(item, reading));
    return (lookUp) => items.map((item) => item(lookUp));
  }
  if (typeof template !== "object" || template === null) return () => template;
  const fields = Object.entries(template).map(
    ([name, value]) => [name, compile(value, reading)] as const,
  );
  return (lookUp) => Object.fromEntries(fields.map(([name, fill]) => [name, fill(lookUp)]));
}

const TOKEN = /\{\{|\}\}|\{[^{}]*\}|[{}]/g;

function compileText(text: string, reading: Reading): Filling {
  const parts: (string | JsonPath)[] = [];
  let at = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    parts.push(text.slice(at, index));
    at = index + token.length;
    parts.push(/^(\{\{|\}\})$/.test(token) ? token.charAt(0) : readPlaceholder(token, reading));
  }
  parts.push(text.slice(at));

  const filled = parts.filter((part) => part !== "");
  const [only] = filled;
  if (filled.length === 1 && typeof only === "object") return (lookUp) => lookUp(only);
  return (lookUp) =>
    filled.map((part) => (typeof part === "string" ? part : inText(lookUp(part)))).join("");
}

function readPlaceholder(token: string, { names, where }: Reading): JsonPath {
  if (token.length === 1) {
    throw new ConfigError(`a lone "${token}" in the template`, {
      where,
      fix: 'write "{{" and "}}" for braces that are meant as they are',
    });
  }
  const path = parsePath(token.slice(1, -1), where);
  if (names.some((name) => name === path[0])) return path;
  throw new ConfigError(`the template asks for ${JSON.stringify(token)}, which has no value`, {
    where,
    fix: `a placeholder begins with ${names.join(", ")}`,
  });
}

function inText(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value) ?? "";
}
