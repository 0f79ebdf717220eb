import { ConfigError, OaievalError } from "../core/errors.ts";
import type { SchemaFault } from "../core/schema-faults.ts";
import type { ClassSpec, EntryPlace } from "../core/spec.ts";
import { complaints, complaintsLine } from "./describe-issues.ts";
import { placeOf } from "./entry.ts";
import { type AnyClass, CLASS_KINDS, type LoadedClass } from "./load-class.ts";

/** What an object is made of. */
export interface Order {
  /** The entry. Line 0 when the class was named by reference, without an entry. */
  readonly spec: Pick<ClassSpec, "key" | "args"> & EntryPlace;
  /** Values put over the entry's `args`. */
  readonly overrides?: Readonly<Record<string, unknown>> | undefined;
  /** Where the overrides come from, such as `--completion-args`. */
  readonly flag?: string | undefined;
  /** Where who asks for it wrote an override, by its path; by an empty one where it is asked for. */
  readonly whereOverridden?: ((path: readonly PropertyKey[]) => string) | undefined;
}

/** Whoever takes args, by its schema. */
export interface ArgsTaker {
  readonly Class: Pick<AnyClass, "Args">;
  readonly reference: string;
}

/**
 * Checks the args by the class's schema and makes the object.
 *
 * @throws {ConfigError} when the schema does not take the args, or the constructor throws
 */
export function instantiate(loaded: LoadedClass, order: Order, context: unknown): object {
  const made = construct(loaded, order, [checkedArgs(loaded, order), context]);
  const { name, method } = CLASS_KINDS[loaded.kind];
  if (typeof Reflect.get(made, method) === "function") return made;
  throw new ConfigError(`"${loaded.reference}" does not make ${name}`, {
    where: placeOf(order.spec),
    fix: `give the class a method "${method}"`,
  });
}

/**
 * The args of an entry with what is put over them, as the class's schema has them.
 *
 * @throws {ConfigError} when the schema does not take them
 */
export function checkedArgs({ Class, reference }: ArgsTaker, order: Order): unknown {
  const args = { ...order.spec.args, ...order.overrides };
  if (!Class.Args) return args;
  const faults = complaints(Class.Args, args);
  if (faults.length === 0) return Class.Args.parse(args);
  throw new ConfigError(
    `${reference} does not take the args of "${order.spec.key}": ${complaintsLine(faults)}`,
    { where: [...new Set(faults.map((fault) => placeOfFault(fault, order)))].join(", ") },
  );
}

function construct(loaded: LoadedClass, order: Order, given: unknown[]): object {
  const { spec, whereOverridden } = order;
  const where = whereOverridden?.([]) ?? placeOf(spec);
  try {
    return Reflect.construct(loaded.Class, given);
  } catch (cause) {
    if (whereOverridden && cause instanceof ConfigError && cause.where === undefined) {
      throw new ConfigError(cause.message, { where, fix: cause.fix, cause: cause.cause });
    }
    if (cause instanceof OaievalError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`"${spec.key}" cannot be made, ${loaded.reference} threw: ${reason}`, {
      where,
      cause,
    });
  }
}

/** The line of the argument, or the flag that brought it. */
function placeOfFault({ path }: SchemaFault, order: Order): string {
  const { spec, overrides = {}, flag, whereOverridden } = order;
  const [key = ""] = path;
  if (whereOverridden && Object.hasOwn(overrides, key)) return whereOverridden(path);
  if (flag && Object.hasOwn(overrides, key)) return flag;
  if (spec.line === 0) return flag ?? spec.file;
  return `${spec.file}:${Math.max(spec.line, spec.lineOf?.(path) ?? 0)}`;
}
