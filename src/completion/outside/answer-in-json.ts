import type { CompletionResult } from "../../core/completion.ts";
import { CompletionError } from "../../core/errors.ts";
import { toResult } from "../calls/completion-result.ts";
import { type JsonPath, valueAt } from "./json-path.ts";

/**
 * The answer at a path in what an application returned; a list is several answers. Without a path it
 * is the whole: a text, a number, or an object like a completion function's own result.
 *
 * @throws {CompletionError} when nothing is there
 */
export function answerInJson(reply: unknown, path: JsonPath): CompletionResult {
  const found = valueAt(reply, path);
  if (!found.isThere) {
    throw new CompletionError(`the answer is not where \`path\` says: ${found.reason}`);
  }
  const { value } = found;
  return Array.isArray(value) ? toResult({ completions: value }) : toResult(value);
}
