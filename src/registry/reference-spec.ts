import { basename } from "node:path";
import type { ClassSpec, EntryPlace } from "../core/spec.ts";
import { modulePath, parseClassRef } from "./class-ref.ts";

/**
 * The spec of a class that the command line names by reference. An eval is called after its file,
 * in kebab-case, with the split `default`; a path becomes absolute, so that the log can be resumed
 * from anywhere.
 *
 * @throws {ConfigError} when the reference names no export
 */
export function referenceSpec(reference: string, cwd: string): ClassSpec & EntryPlace {
  const ref = parseClassRef(reference, "the command line");
  const isFile = ref.form === "file";
  const cls = isFile ? `${modulePath(ref.module, cwd)}:${ref.name}` : reference;
  const name = kebab(ref.form === "builtin" ? ref.name : ref.module);
  const key = `${name}.default`;
  return { key, group: name, registry_path: cwd, cls, args: {}, file: reference, line: 0 };
}

/** `src/MyEval.ts` and `evals.elsuite.my_eval` as `my-eval`. */
function kebab(module: string): string {
  const stem = basename(module).replace(/\.[cm]?[jt]s$/, "");
  return stem
    .replace(/^evals\.(\w+\.)*/, "")
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1-$2")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
}
