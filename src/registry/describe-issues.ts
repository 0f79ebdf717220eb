import type { core, ZodType } from "zod";
import { didYouMean } from "../core/closest.ts";
import { describeValue, isMapping } from "./describe-value.ts";

/** One thing that a schema does not take. */
export interface Complaint {
  /** Keys from the top down to what is wrong. */
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/** What a schema has to say against a value; nothing when it takes it. */
export function complaints(schema: ZodType, value: unknown): Complaint[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  return result.error.issues.flatMap((issue) => describe(issue, value, knownKeys(schema)));
}

/** The keys that a schema of a mapping names; none where they cannot be told. */
export function knownKeys(schema: ZodType): string[] {
  return Object.keys(fieldsOf(schema));
}

/** The schemas of a mapping's keys. */
export function fieldsOf(schema: ZodType): Readonly<Record<string, ZodType>> {
  if ("shape" in schema) return schema.shape as Record<string, ZodType>; // an object's
  return "in" in schema ? fieldsOf(schema.in as ZodType) : {}; // a transformed object's
}

type Issue = core.$ZodIssue;

function describe(given: Issue, value: unknown, known: readonly string[]): Complaint[] {
  const issue = innermost(given);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      text: issue.path.length > 0 ? "is not known" : `is not known; ${hintFor(key, known)}`,
    }));
  }
  return [
    { path: issue.path, text: `${wanted(issue)}, found ${describeValue(at(value, issue.path))}` },
  ];
}

/** Of a union, the fault within the choice that fits as a whole; else the union's own. */
function innermost(issue: Issue): Issue {
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors.flatMap(([first]) => first ?? []).find(({ path }) => path.length > 0);
  return inner ? innermost({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}

function hintFor(key: string, known: readonly string[]): string {
  if (known.length === 0) return "it takes no arguments";
  return didYouMean(key, known) ?? `it takes ${known.join(", ")}`;
}

function wanted(issue: Issue): string {
  const expected = [...new Set(expectations(issue))];
  return expected.length > 0 ? `expected ${expected.join(" or ")}` : issue.message;
}

function expectations(issue: Issue): string[] {
  switch (issue.code) {
    case "invalid_type":
      return [TYPE_NAMES[issue.expected] ?? issue.expected];
    case "invalid_value":
      return issue.values.map((value) => JSON.stringify(value) ?? String(value));
    case "invalid_union":
      return issue.errors.flatMap(([first]) => (first ? expectations(first) : []));
    default:
      return [];
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
  record: "a mapping",
  null: "null",
};

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((part, key) => {
    if (Array.isArray(part)) return part[Number(key)];
    return isMapping(part) ? part[String(key)] : undefined;
  }, value);
}
