import { DataError } from "../../core/errors.ts";
import type { Row } from "./field-names.ts";
import type { RowTemplate } from "./row-templates.ts";
import { answerTexts } from "./texts.ts";

/** Makes a list of texts of a row. */
export type RowList = (row: Row, where: string) => string[];

/**
 * Makes lists by a template. One that is nothing but a field's name takes that field as it is; the
 * text of any other is a list in JSON, or in Python's notation, in which lists are printed.
 *
 * @param text the template itself
 */
export function rowList(text: string, template: RowTemplate): RowList {
  const [, path] = FIELD.exec(text) ?? [];
  return (row, where) => {
    const field = path === undefined ? undefined : fieldAt(row, path);
    if (Array.isArray(field)) return answerTexts(field);
    const made = template(row, where);
    return listInJson(made) ?? listInPython(made) ?? refuse(made, where);
  };
}

const FIELD = /^\s*\{\{-?\s*([\w.]+)\s*-?\}\}\s*$/;

function fieldAt(row: Row, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, key) => (Object.hasOwn(Object(value), key) ? Object(value)[key] : undefined),
      row,
    );
}

function listInJson(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? answerTexts(list) : undefined;
  } catch {
    return undefined; // it may be Python's
  }
}

const ITEM = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([\w.+-]+))\s*(,|$)/sy;

/** A list of texts, numbers and constants; those within others are not known here. */
function listInPython(text: string): string[] | undefined {
  const [, inner] = /^\s*\[(.*)\]\s*$/s.exec(text) ?? [];
  if (inner === undefined) return undefined;
  const items: string[] = [];
  ITEM.lastIndex = 0;
  while (inner.slice(ITEM.lastIndex).trim() !== "") {
    const found = ITEM.exec(inner);
    if (!found) return undefined;
    const [, single, double, bare = ""] = found;
    items.push(unescaped(single ?? double) ?? bare);
  }
  return items;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

const ESCAPE = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|.)/gs;

function unescaped(quoted: string | undefined): string | undefined {
  return quoted?.replace(ESCAPE, (text) => {
    const character = text.charAt(1);
    if (text.length > 2) return String.fromCodePoint(Number.parseInt(text.slice(2), 16));
    return ESCAPES[character] ?? character;
  });
}

function refuse(made: string, where: string): never {
  throw new DataError(`reference_list_template makes no list of texts: ${made.slice(0, 80)}`, {
    where,
    fix: 'name a field that holds a list, as in "{{ answers }}", or write the list as JSON: "{{ answers | tojson }}"',
  });
}
