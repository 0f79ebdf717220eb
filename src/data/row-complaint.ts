import type { core } from "zod";

/** What a schema has against a row, as a sentence. */
export function describeComplaint({ issues }: core.$ZodError, row: unknown): string {
  const [issue] = issues;
  return issue ? sentence(innermost(issue), row) : "the row is wrong";
}

/** A JSON value as messages name it: `the number 3`, `a list`. */
export function describeJson(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value === "string") return `the string ${JSON.stringify(shortened(value))}`;
  return Array.isArray(value) ? "a list" : "an object";
}

/** Of a union's branches the one that came further than the value itself says what is wrong. */
function innermost(issue: core.$ZodIssue): core.$ZodIssue {
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors.flat().find(({ path }) => path.length > 0);
  return inner ? innermost({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}

function sentence(issue: core.$ZodIssue, row: unknown): string {
  const place = issue.path.reduce<string>(extended, "");
  if (issue.code === "unrecognized_keys") {
    return `${issue.keys.map((key) => `"${extended(place, key)}"`).join(", ")} is not known`;
  }
  const expected = wanted(issue);
  const value = issue.path.reduce<unknown>(fieldOf, row);
  if (place === "") return `the row is wrong: ${expected}, found ${describeJson(value)}`;
  if (value === undefined) return `"${place}" is missing: ${expected}`;
  return `"${place}" is wrong: ${expected}, found ${describeJson(value)}`;
}

/** Grows `input` to `input[0]`, then to `input[0].role`. */
function extended(place: string, key: PropertyKey): string {
  if (typeof key === "number") return `${place}[${key}]`;
  return place === "" ? String(key) : `${place}.${String(key)}`;
}

function fieldOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function wanted(issue: core.$ZodIssue): string {
  const types = [...new Set(expectedTypes(issue))];
  return types.length > 0 ? `expected ${types.join(" or ")}` : issue.message;
}

function expectedTypes(issue: core.$ZodIssue): string[] {
  if (issue.code === "invalid_type") return [TYPES[issue.expected] ?? issue.expected];
  if (issue.code === "invalid_value") return issue.values.map((value) => JSON.stringify(value));
  return issue.code === "invalid_union" ? issue.errors.flat().flatMap(expectedTypes) : [];
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
