import { basename } from "node:path";
import { ConfigError } from "../core/errors.ts";
import type { ClassSpec, EntryPlace, EvalSpec, GateText } from "../core/spec.ts";
import { describeValue, isMapping } from "./describe-value.ts";
import { type Entry, fieldsOf, missingField, placeOf } from "./entry.ts";
import type { Trail } from "./follow.ts";

/** A set of evals, as written. */
export interface EvalSetSpec extends EntryPlace {
  readonly key: string;
  /** Names, and patterns of names. */
  readonly patterns: readonly string[];
}

/**
 * The class and args that an entry names.
 *
 * @throws {ConfigError} when it has no class, or its args are no mapping
 */
export function classSpec({ target }: Trail): ClassSpec & EntryPlace {
  const { class: cls, args } = fieldsOf(target);
  if (cls === undefined || cls === null) throw missingField(target, "class");
  if (typeof cls !== "string") throw wrongType(target, "class", 'a text such as "match"');
  if (args !== undefined && args !== null && !isMapping(args)) {
    throw wrongType(target, "args", "a mapping, one argument a line");
  }
  const { name, file, line, registry_path } = target;
  const [group = ""] = basename(file).split(".");
  return {
    key: name,
    group,
    registry_path,
    cls: cls.trim(),
    args: args ?? {},
    file,
    line,
    lineOf: (path) => target.source.lineOf(name, [argsField(target), ...path]),
  };
}

/** What the args are called where they stand. */
function argsField({ value }: Entry): string {
  return isMapping(value) && "args" in value ? "args" : "init_args";
}

/**
 * An eval under its concrete name, with what the alias that was asked for says about it.
 *
 * @throws {ConfigError} when a field has the wrong type
 */
export function evalSpec(trail: Trail): EvalSpec {
  const metrics = firstOf(trail, "metrics");
  const gates = firstOf(trail, "gates");
  return {
    ...classSpec(trail),
    metrics: metrics ? listOfTexts(metrics.entry, "metrics", metrics.value) : [],
    ...(gates ? { gates: gateTexts(gates.entry, gates.value) } : {}),
    description: textOf(trail, "description"),
    disclaimer: textOf(trail, "disclaimer"),
  };
}

/** @throws {ConfigError} when its `evals` is no list of names */
export function evalSetSpec({ target }: Trail): EvalSetSpec {
  const { evals } = fieldsOf(target);
  if (evals === undefined) throw missingField(target, "evals");
  const { name, file, line } = target;
  return { key: name, patterns: listOfTexts(target, "evals", evals), file, line };
}

/** The field of the first entry that sets it: of the trail, then of the target's own alias. */
function firstOf(trail: Trail, field: string): { entry: Entry; value: unknown } | undefined {
  return [...trail.entries, ...ownAlias(trail)]
    .map((entry) => ({ entry, value: fieldsOf(entry)[field] }))
    .find(({ value }) => value !== undefined && value !== null);
}

/** The alias called like the first part of a concrete name; where it is, it is in the same file. */
function ownAlias({ target }: Trail): Entry[] {
  const [base = ""] = target.name.split(".");
  const alias = target.source.entry(base);
  const isAlias = isMapping(alias?.value) && alias.value["id"] === target.name;
  return alias && isAlias ? [{ ...target, ...alias }] : [];
}

function gateTexts(entry: Entry, value: unknown): GateText[] {
  const where = lineOf(entry, "gates");
  return listOfTexts(entry, "gates", value).map((expression) => ({ expression, where }));
}

function textOf(trail: Trail, field: string): string | undefined {
  const found = firstOf(trail, field);
  return found === undefined ? undefined : String(found.value).trim();
}

const LISTS: Readonly<Record<string, string>> = {
  evals: "[my-eval, other-eval]",
  gates: '["accuracy >= 0.8", "errors <= 1%"]',
  metrics: "[accuracy]",
};

function listOfTexts(entry: Entry, field: string, value: unknown): string[] {
  if (!Array.isArray(value)) throw wrongType(entry, field, `a list, as in ${LISTS[field]}`);
  const stranger = value.findIndex((item) => typeof item !== "string");
  if (stranger === -1) return value;
  throw new ConfigError(
    `"${field}" of "${entry.name}" has ${describeValue(value[stranger])} among its texts`,
    { where: lineOf(entry, field), fix: "put it in quotes" },
  );
}

function wrongType(entry: Entry, field: string, expected: string): ConfigError {
  const found = describeValue(fieldsOf(entry)[field]);
  return new ConfigError(`"${field}" of "${entry.name}" is ${found}`, {
    where: lineOf(entry, field),
    fix: `make it ${expected}`,
  });
}

function lineOf(entry: Entry, field: string): string {
  return placeOf({ ...entry, line: entry.source.lineOf(entry.name, [field]) ?? entry.line });
}
