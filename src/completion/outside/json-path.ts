import { ConfigError } from "../../core/errors.ts";

/** The way to a value in JSON: names of fields and numbers of list items. */
export type JsonPath = readonly (string | number)[];

/** What is at the end of a path, or how far it leads. */
export type Found =
  | { readonly isThere: true; readonly value: unknown }
  | { readonly isThere: false; readonly reason: string };

/**
 * Reads a path such as `choices[0].message.content`; a leading `$` stands for the whole, and a name
 * with other signs is written `["so.so"]`.
 *
 * @throws {ConfigError} when it is none
 */
export function parsePath(text: string, where: string): JsonPath {
  const path: (string | number)[] = [];
  let rest = text.trim().replace(/^\$\.?/, "");
  while (rest !== "") {
    const [matched, name, index, quoted] = STEP.exec(rest) ?? [];
    if (matched === undefined) throw noPath(text, where);
    path.push(quoted === undefined ? (name ?? Number(index)) : String(JSON.parse(quoted)));
    rest = rest.slice(matched.length).replace(/^\.(?=[^.[])/, "");
  }
  return path;
}

/** The value at a path, or in words where the path ends too early. */
export function valueAt(value: unknown, path: JsonPath): Found {
  let current = value;
  for (const [depth, step] of path.entries()) {
    if (!has(current, step)) return { isThere: false, reason: reasonOf(current, path, depth) };
    current = current[step];
  }
  return { isThere: true, value: current };
}

function has(value: unknown, step: string | number): value is Record<string | number, unknown> {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) === (typeof step === "number") && Object.hasOwn(value, step);
}

const STEP = /^(?:([^.[\]"\s]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\])/;

function noPath(text: string, where: string): ConfigError {
  return new ConfigError(`${JSON.stringify(text)} is no path in JSON`, {
    where,
    fix: "write it like choices[0].message.content",
  });
}

function reasonOf(value: unknown, path: JsonPath, depth: number): string {
  const place = depth === 0 ? "it" : JSON.stringify(pathText(path.slice(0, depth)));
  return `there is no ${JSON.stringify(pathText(path))}: ${place} ${describe(value)}`;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return `is a list of ${value.length}`;
  if (value === null || value === undefined) return "is null";
  if (typeof value !== "object") return `is a ${typeof value}`;
  const names = Object.keys(value);
  if (names.length === 0) return "is an empty object";
  return `has ${names.slice(0, 8).join(", ")}${names.length > 8 ? " …" : ""}`;
}

function pathText(path: JsonPath): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");
}
