import { ConfigError } from "../core/errors.ts";
import type { AskedMetric } from "../core/metric.ts";
import { describeValue, isMapping, type Mapping } from "./describe-value.ts";

/** What names a metric. */
export interface ReadMetric {
  /** A name of the registry, a reference, or the short name of a class. */
  readonly cls: string;
  readonly args: Mapping;
  /** Whether it may be the name of an entry: alone, or as the key of `{rouge: {…}}`. */
  readonly isName: boolean;
}

/**
 * Reads a metric in any of its forms: `rouge`, `{class: rouge, args: {…}}`, `{rouge: {…}}`, and
 * flexeval's `class_path` with `init_args`.
 *
 * @param where the entry that names it, for messages
 * @throws {ConfigError} when it is none of them
 */
export function readMetric(asked: AskedMetric, where: string | undefined): ReadMetric {
  if (typeof asked === "string") return { cls: asked.trim(), args: {}, isName: true };
  if (!isMapping(asked)) throw wrongForm(describeValue(asked), where);
  const { class_path, init_args, class: cls = class_path, args = init_args, ...rest } = asked;
  const [other] = Object.keys(rest);
  if (typeof cls === "string" && other === undefined) {
    return { cls: cls.trim(), args: mapping(args, cls, where), isName: false };
  }
  const [entry, second] = Object.entries(asked);
  if (cls !== undefined || !entry || second) {
    throw wrongForm(JSON.stringify(asked), where);
  }
  const [name, value] = entry;
  return { cls: name, args: mapping(value, name, where), isName: true };
}

function mapping(args: unknown, name: string, where: string | undefined): Mapping {
  if (args === undefined || args === null) return {};
  if (isMapping(args)) return args;
  throw new ConfigError(`the args of the metric "${name}" are ${describeValue(args)}`, {
    where,
    fix: "make them a mapping, one argument a line",
  });
}

function wrongForm(found: string, where: string | undefined): ConfigError {
  return new ConfigError(`this names no metric: ${found}`, {
    where,
    fix: "write a name, {class: NAME, args: {…}} or {NAME: {…}}, as in {rouge: {tokenizer: words}}",
  });
}
