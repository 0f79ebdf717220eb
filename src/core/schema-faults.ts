import type { core } from "zod";

/** One thing that a schema does not take. */
export interface SchemaFault {
  /** Keys from the top down to what is wrong. */
  readonly path: readonly PropertyKey[];
  /** The path as text, such as `input[0].role`; empty for the value as a whole. */
  readonly place: string;
  /** What is wrong there: `is missing: expected a string`. */
  readonly text: string;
  /** Whether nothing reads what stands there. */
  readonly isUnknown: boolean;
}

/** What a schema has against a value, in words for who wrote the value. */
export function schemaFaults({ issues }: core.$ZodError, value: unknown): SchemaFault[] {
  return issues.map(innermost).flatMap((issue) => faultsOf(issue, value));
}

/** A value as messages name it: `the number 3`, `the string "a"`, `a list`. */
export function describeJson(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number" || typeof value === "bigint") return `the number ${value}`;
  if (typeof value === "string") return `the string ${JSON.stringify(shortened(value))}`;
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

type Issue = core.$ZodIssue;

/** Of a union's branches the one that came further than the value itself says what is wrong. */
function innermost(issue: Issue): Issue {
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors.flat().find(({ path }) => path.length > 0);
  return inner ? innermost({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}

function faultsOf(issue: Issue, whole: unknown): SchemaFault[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => fault([...path, key], "is not known", true));
  }
  const value = path.reduce<unknown>(fieldOf, whole);
  const expected = wanted(issue);
  return [
    value === undefined && path.length > 0
      ? fault(path, `is missing: ${expected}`)
      : fault(path, `is wrong: ${expected}, found ${describeJson(value)}`),
  ];
}

function fault(path: readonly PropertyKey[], text: string, isUnknown = false): SchemaFault {
  return { path, place: path.reduce<string>(extended, ""), text, isUnknown };
}

/** Grows `input` to `input[0]`, then to `input[0].role`. */
function extended(place: string, key: PropertyKey): string {
  if (typeof key === "number") return `${place}[${key}]`;
  return place === "" ? String(key) : `${place}.${String(key)}`;
}

function fieldOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function wanted(issue: Issue): string {
  const types = [...new Set(expectedTypes(issue))];
  return types.length > 0 ? `expected ${types.join(" or ")}` : issue.message;
}

function expectedTypes(issue: Issue): string[] {
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
