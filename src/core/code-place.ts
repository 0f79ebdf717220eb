import { basename } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the program's own code, which no user opens to mend an error. */
const OWN_CODE = fileURLToPath(new URL("../", import.meta.url));

/** `    at run (file:///flow/grade.mjs:1:2)`, the innermost call first. */
const NODE_FRAME = /^\s+at (?:.*\()?((?:file:\/\/)?\/?[^()]+?):(\d+):\d+\)?$/gm;
/** `  File "grade.py", line 1`, the innermost call last. */
const PYTHON_FRAME = /^\s*File "(.+)", line (\d+)/gm;

/** Where a user's own code threw, as `grade.mjs:12`; undefined when a stack has none of it. */
export function codePlace(stack = ""): string | undefined {
  const frames = [...stack.matchAll(NODE_FRAME), ...[...stack.matchAll(PYTHON_FRAME)].reverse()];
  for (const [, at = "", line] of frames) {
    const path = at.startsWith("file:") ? fileURLToPath(at) : at;
    const isForeign = path.startsWith("node:") || path.includes("node_modules");
    if (!isForeign && !path.startsWith(OWN_CODE)) return `${basename(path)}:${line}`;
  }
  return undefined;
}
