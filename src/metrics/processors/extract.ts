import type { RE2JS } from "re2js";
import { ConfigError } from "../../core/errors.ts";
import { linearSearch, nativeSearch, readPattern } from "../query/regex/compile.ts";
import { childrenOf, type RegexNode } from "../query/regex/nodes.ts";
import { NotLinear } from "../query/regex/to-linear.ts";

/**
 * Takes the last match of a Python pattern out of a text, or its group if it has one; empty where
 * there is no match. `.` matches line breaks as well.
 *
 * @throws {ConfigError} for a pattern that Python refuses, or that has several groups
 */
export function extractor(source: string): (text: string) => string {
  const node = readPattern(source, { dotAll: true });
  const groups = countGroups(node);
  if (groups > 1) throw severalGroups(source);
  try {
    const regexp = linearSearch(node, { exact: true });
    return (text) => lastOf(regexp, text, groups);
  } catch (error) {
    if (!(error instanceof NotLinear)) throw error;
    const search = nativeSearch(source, node);
    return (text) => search.lastMatch(text, groups) ?? "";
  }
}

function severalGroups(source: string): ConfigError {
  return new ConfigError(`the pattern ${JSON.stringify(source)} has several groups`, {
    fix: "keep the group that is to be extracted, and begin the others with (?:",
  });
}

function lastOf(regexp: RE2JS, text: string, group: number): string {
  const matcher = regexp.matcher(text);
  let last = "";
  while (matcher.find()) last = matcher.group(group) ?? "";
  return last;
}

function countGroups(node: RegexNode): number {
  const own = node.type === "group" && node.number !== undefined ? 1 : 0;
  return childrenOf(node).reduce((count, child) => count + countGroups(child), own);
}
