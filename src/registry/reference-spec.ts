import { basename, dirname } from "node:path";
import type { ClassSpec, EntryPlace } from "../core/spec.ts";
import { isFlowFile, modulePath, parseClassRef } from "./class-ref.ts";

/**
 * The spec of a class that the command line names by reference. An eval is called after its file,
 * in kebab-case, with the split `default`; the file of a flow names the class of flows. A path becomes absolute, so that the log can be resumed
 * from anywhere.
 *
 * @throws {ConfigError} when the reference names no export
 */
export function referenceSpec(reference: string, cwd: string): ClassSpec & EntryPlace {
  if (isFlowFile(reference)) return flowSpec(reference, cwd);
  const ref = parseClassRef(reference, "the command line");
  const isFile = ref.form === "file";
  const cls = isFile ? `${modulePath(ref.module, cwd)}:${ref.name}` : reference;
  const name = kebab(ref.form === "builtin" ? ref.name : ref.module);
  const key = `${name}.default`;
  return { key, group: name, registry_path: cwd, cls, args: {}, file: reference, line: 0 };
}

/** A flow file is often called `flow.dag.yaml`: then its folder has the name. */
function flowSpec(reference: string, cwd: string): ClassSpec & EntryPlace {
  const path = modulePath(reference, cwd);
  const stem = basename(path).replace(/(\.dag)?\.ya?ml$/i, "");
  const name = kebab(stem === "flow" ? basename(dirname(path)) : stem) || "flow";
  const args = { flow: path };
  const place = { registry_path: cwd, file: reference, line: 0 };
  return { key: `${name}.default`, group: name, cls: "builtin:flow", args, ...place };
}

/** `src/MyEval.ts` and `evals.elsuite.my_eval` as `my-eval`. */
export function kebab(module: string): string {
  const stem = basename(module).replace(/\.[cm]?[jt]s$/, "");
  return stem
    .replace(/^evals\.(\w+\.)*/, "")
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1-$2")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
}
