import { createHash } from "node:crypto";
import { pythonText } from "./python-repr.ts";

/**
 * The begin of a line that stands between texts of a prompt. It is made from the texts themselves:
 * a text would have to contain its own hash to forge it, and the same texts have the same one.
 */
export function boundaryOf(values: readonly unknown[]): string {
  const hash = createHash("sha256");
  for (const value of values) hash.update(pythonText(value)).update("\0");
  return `-----${hash.digest("hex").slice(0, 16)}-----`;
}
