import type { ZodType } from "zod";
import { didYouMean } from "../core/closest.ts";
import { ConfigError } from "../core/errors.ts";
import { BUILTINS, type ClassKind, findBuiltin } from "./builtins.ts";
import { parseClassRef } from "./class-ref.ts";
import { insteadOfFlexeval } from "./flexeval/instead.ts";
import { type ExportUse, loadExport } from "./load-export.ts";
import type { ModuleLoader } from "./module-loader.ts";
import { contributedEval, pythonClassError } from "./python-class.ts";

/** A class that is made with the `args` of YAML and a context. */
export type AnyClass = (new (
  args: never,
  context: never,
) => object) & {
  /** Schema of the `args`; without one they go in unchecked. */
  readonly Args?: ZodType | undefined;
};

/** A class, and the words that named it. */
export interface LoadedClass {
  readonly Class: AnyClass;
  readonly reference: string;
  readonly kind: ClassKind;
}

/**
 * The class that a reference names.
 *
 * @throws {ConfigError} when there is none, it cannot be loaded, or it makes something else
 */
export async function loadClass(
  use: ExportUse,
  kind: ClassKind,
  loader: ModuleLoader,
): Promise<LoadedClass> {
  const value = await refTarget(use, kind, loader);
  const adapted = kind === "completion-fn" ? await adaptedClass(value) : undefined;
  return { Class: adapted ?? asClass(value, use, kind), reference: use.cls, kind };
}

/** What an object of each kind is called, and the method that makes it one. */
export const CLASS_KINDS: Readonly<
  Record<ClassKind, { readonly name: string; readonly method: string }>
> = {
  eval: { name: "an eval", method: "evalSample" },
  "completion-fn": { name: "a completion function", method: "complete" },
  sink: { name: "a recorder", method: "write" },
  metric: { name: "a metric", method: "score" },
};

async function refTarget(use: ExportUse, kind: ClassKind, loader: ModuleLoader): Promise<unknown> {
  const ref = parseClassRef(use.cls, use.where);
  const builtin = findBuiltin(ref.form === "builtin" ? ref.name : use.cls, kind);
  if (builtin) return builtin.load();
  if (ref.form === "builtin") throw unknownBuiltin(ref.name, kind, use.where);
  if (ref.form !== "python") return loadExport(ref, use, loader);

  const contributed = contributedEval(ref);
  if (!contributed) throw pythonClassError(use);
  return loadExport(contributed, use, loader);
}

function unknownBuiltin(name: string, kind: ClassKind, where: string): ConfigError {
  const names = BUILTINS.filter((builtin) => builtin.kind === kind).map((builtin) => builtin.name);
  return new ConfigError(`there is no built-in class "${name}"`, {
    where,
    fix:
      insteadOfFlexeval(name) ??
      didYouMean(name, names) ??
      `the built-in ones are ${names.join(", ")}`,
  });
}

/** Completion functions may also be exported ready made: a function, an object, a LangChain chain. */
async function adaptedClass(value: unknown): Promise<AnyClass | undefined> {
  if (typeof value === "function" && "complete" in Object(value.prototype)) return undefined;
  const { classOfExport } = await import("../completion/adapt-export.ts");
  return classOfExport(value);
}

function asClass(value: unknown, { cls, where }: ExportUse, kind: ClassKind): AnyClass {
  const wanted = CLASS_KINDS[kind];
  if (typeof value !== "function" || !value.prototype) {
    throw new ConfigError(`"${cls}" is ${article(value)}, not a class`, {
      where,
      fix: `export a class with a method "${wanted.method}"`,
    });
  }
  const other = Object.values(CLASS_KINDS).find(({ method }) => method in value.prototype);
  if (other && !(wanted.method in value.prototype)) {
    throw new ConfigError(`"${cls}" makes ${other.name}, not ${wanted.name}`, {
      where,
      fix: `name a class with a method "${wanted.method}"`,
    });
  }
  return value as AnyClass; // what it makes is looked at when it is made
}

function article(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
