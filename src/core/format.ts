import { ConfigError } from "./errors.ts";
import { pythonRepr, pythonText } from "./python-repr.ts";

/** Values by name. A map, for its names come from data: none of them can be `toString`. */
export type TemplateValues = ReadonlyMap<string, unknown>;

/** A text with placeholders, read and ready to be filled. */
export interface Template {
  /** Every name that is asked for, once, in order. */
  readonly names: readonly string[];
  /**
   * The text with every placeholder replaced by its value, in one pass: braces in a value stay what
   * they are.
   *
   * @throws {ConfigError} when a name has no value
   */
  fill(values: TemplateValues): string;
}

/**
 * Reads a template as Python's `str.format` does: `{name}`, `{{` and `}}` for braces, `!r` and
 * `!s` for how the value is shown, `:` with fill, `<`, `^` or `>`, width and `.precision`.
 *
 * @param where the place of the template, for messages
 * @throws {ConfigError} for a lone brace, or a placeholder that is no plain name
 */
export function parseTemplate(text: string, where?: string): Template {
  const parts = split(text, where);
  const fields = parts.filter((part) => typeof part !== "string");
  const names = [...new Set(fields.map(({ name }) => name))];
  return {
    names,
    fill: (values) => {
      const missing = names.filter((name) => !values.has(name));
      if (missing.length > 0) throw missingValues(missing, values, where);
      return parts
        .map((part) => (typeof part === "string" ? part : show(part, values.get(part.name))))
        .join("");
    },
  };
}

/** The text with its braces doubled, so that a template shows them as they are. */
export function doubleBraces(text: string): string {
  return text.replace(/[{}]/g, "$&$&");
}

interface Field {
  readonly name: string;
  readonly conversion: string | undefined;
  readonly fill: string;
  readonly align: string | undefined;
  readonly width: number;
  readonly precision: number | undefined;
}

const TOKEN = /\{\{|\}\}|\{[^{}]*\}|[{}]/g;
const FIELD = /^\{([^{}.[\]!:]+)(?:!([rs]))?(?::([^{}]*))?\}$/s;
const SHAPE = /^(?:(.)?([<^>]))?([1-9]\d*)?(?:\.(\d+))?s?$/su;

function split(text: string, where: string | undefined): (string | Field)[] {
  const parts: (string | Field)[] = [];
  let at = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    parts.push(text.slice(at, index));
    at = index + token.length;
    if (token === "{{" || token === "}}") parts.push(token.charAt(0));
    else if (token.length === 1) throw loneBrace(text, index, where);
    else parts.push(readField(token, where));
  }
  return [...parts, text.slice(at)];
}

function readField(token: string, where: string | undefined): Field {
  const [, name, conversion, shape = ""] = FIELD.exec(token) ?? [];
  if (name === undefined) throw badField(`"${token}" is no placeholder`, where);
  const [matched, fill = " ", align, width = "0", precision] = SHAPE.exec(shape) ?? [];
  if (matched === undefined) {
    throw badField(`":${shape}" in "${token}" is no way to shape a text`, where);
  }
  return {
    name,
    conversion,
    fill,
    align,
    width: Number(width),
    precision: precision === undefined ? undefined : Number(precision),
  };
}

/** Numbers stand at the right of their width, as in Python. */
function show({ conversion, fill, align, width, precision }: Field, value: unknown): string {
  const text = conversion === "r" ? pythonRepr(value) : pythonText(value);
  if (width === 0 && precision === undefined) return text;

  const characters = [...text].slice(0, precision);
  const room = Math.max(0, width - characters.length);
  const isNumber = typeof value === "number" && conversion === undefined;
  const side = align ?? (isNumber ? ">" : "<");
  const before = side === "^" ? Math.floor(room / 2) : room * Number(side === ">");
  return [fill.repeat(before), ...characters, fill.repeat(room - before)].join("");
}

function loneBrace(text: string, index: number, where: string | undefined): ConfigError {
  const near = text.slice(Math.max(0, index - 20), index + 20).trim();
  return new ConfigError(`a lone "${text[index]}" in the template, near ${JSON.stringify(near)}`, {
    where,
    fix: 'write "{{" and "}}" for braces that are meant as they are',
  });
}

function badField(message: string, where: string | undefined): ConfigError {
  return new ConfigError(message, {
    where,
    fix: 'write "{name}" for a value, "{{" and "}}" for braces that are meant as they are',
  });
}

function missingValues(
  missing: readonly string[],
  values: TemplateValues,
  where: string | undefined,
): ConfigError {
  return new ConfigError(`the template asks for ${quoted(missing)}, which has no value`, {
    where,
    fix: `there are values for ${quoted([...values.keys()])}`,
  });
}

function quoted(names: readonly string[]): string {
  return names.length > 0 ? names.map((name) => `"${name}"`).join(", ") : "nothing";
}
