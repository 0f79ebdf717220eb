import nodePath from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError } from "../core/errors.ts";

/** What a `class` field or an argument of the command line names. */
export type ClassRef = { readonly form: "builtin"; readonly name: string } | ModuleRef;

/** A reference with a module in it. */
export interface ModuleRef {
  readonly form: "file" | "package" | "python";
  readonly module: string;
  /** The export. */
  readonly name: string;
}

const FILE = /^(\.{0,2}[\\/]|[A-Za-z]:[\\/]|file:)/;
const PYTHON = /^evals(\.\w+)+$/;
const ON_COMMAND_LINE = /^(\.{0,2}[\\/]|[A-Za-z]:[\\/]|file:|evals\.|@|npm:)/;
const CODE = /\.[cm]?[jt]s$/;
const FLOW = /\.ya?ml$/i;
const CONFIG = /\.(ya?ml|json5?|jsonnet)$/i;
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/**
 * Reads a reference as it stands in a `class` field: `module:Export`, split at the last colon, or
 * the short name of a built-in.
 *
 * @param where the entry, for the message
 * @throws {ConfigError} when there is no export behind the module
 */
export function parseClassRef(text: string, where: string): ClassRef {
  if (text.startsWith("builtin:")) return { form: "builtin", name: text.slice("builtin:".length) };
  const { module, name } = splitReference(text);
  if (!/:|^\.?\.?[\\/]/.test(text) && !CODE.test(text)) return { form: "builtin", name: text };
  if (module === "" || !IDENTIFIER.test(name)) {
    throw new ConfigError(`"${text}" names no export of a module`, {
      where,
      fix: `write the class behind a colon, as in "${CODE.test(text) ? text : "./my-eval.ts"}:MyClass"`,
    });
  }
  if (FILE.test(module)) return { form: "file", module, name };
  if (PYTHON.test(module)) return { form: "python", module, name };
  return { form: "package", module: module.replace(/^npm:/, ""), name };
}

/**
 * Whether an argument of the command line is a reference. Model names have colons and slashes too
 * (`ft:gpt-4o-mini:acme::9abC`, `org/model:tag`), so it must begin like a path, `builtin:`,
 * `evals.`, `@` or `npm:` and end in an identifier; a path to a code file is one without an export
 * as well, so that the export can be asked for.
 */
export function isReference(text: string): boolean {
  if (text.startsWith("builtin:")) return true;
  if ((FILE.test(text) && CODE.test(text)) || isFlowFile(text)) return true;
  return ON_COMMAND_LINE.test(text) && IDENTIFIER.test(splitReference(text).name);
}

/** Whether an argument of the command line is the path of a flow file, which is YAML. */
export function isFlowFile(text: string): boolean {
  return FILE.test(text) && FLOW.test(text);
}

/** Whether an argument of the command line is the path of a config file. */
export function isConfigFile(text: string): boolean {
  return FILE.test(text) && CONFIG.test(text);
}

/**
 * The absolute path of a module that a reference names.
 *
 * @param folder where relative paths start
 * @param path rules of the system; the other system's in tests
 */
export function modulePath(module: string, folder: string, path = nodePath): string {
  if (!module.startsWith("file:")) return path.resolve(folder, module);
  return fileURLToPath(module, { windows: path.sep === "\\" });
}

/** The package that a module is of: `@acme/evals` for `@acme/evals/sub`. */
export function packageName(module: string): string {
  return module
    .split("/")
    .slice(0, module.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Splits at the last colon that is not a drive letter's. */
function splitReference(text: string): { module: string; name: string } {
  const at = text.lastIndexOf(":");
  if (at <= 0 || (at === 1 && FILE.test(text))) return { module: "", name: text };
  return { module: text.slice(0, at), name: text.slice(at + 1) };
}
