import { RE2JS } from "re2js";
import { ConfigError } from "../../core/errors.ts";
import { NativeSearch } from "../query/regex/native-search.ts";
import { childrenOf, type RegexNode } from "../query/regex/nodes.ts";
import { parsePattern } from "../query/regex/parse-pattern.ts";
import { PatternFault } from "../query/regex/pattern-fault.ts";
import { NotLinear, toLinear } from "../query/regex/to-linear.ts";
import { toNative } from "../query/regex/to-native.ts";

/**
 * Takes the last match of a Python pattern out of a text, or its group if it has one; empty where
 * there is no match. `.` matches line breaks as well.
 *
 * @throws {ConfigError} for a pattern that Python refuses, or that has several groups
 */
export function extractor(source: string): (text: string) => string {
  const lastMatch = lastMatchOf(source, readPattern(source));
  return (text) => lastMatch(text) ?? "";
}

function readPattern(source: string): RegexNode {
  const node = understood(source, () => parsePattern(source, { dotAll: true }));
  if (countGroups(node) <= 1) return node;
  throw new ConfigError(`the pattern ${JSON.stringify(source)} has several groups`, {
    fix: "keep the group that is to be extracted, and begin the others with (?:",
  });
}

function lastMatchOf(source: string, node: RegexNode): (text: string) => string | undefined {
  const group = countGroups(node);
  try {
    const regexp = RE2JS.compile(toLinear(node, { exact: true }), RE2JS.LOOKBEHINDS);
    return (text) => lastOf(regexp, text, group);
  } catch (error) {
    if (!(error instanceof NotLinear)) throw error;
    const search = new NativeSearch(
      source,
      understood(source, () => toNative(node)),
    );
    return (text) => search.lastMatch(text)?.[group];
  }
}

function lastOf(regexp: RE2JS, text: string, group: number): string | undefined {
  const matcher = regexp.matcher(text);
  let last: string | null = null;
  while (matcher.find()) last = matcher.group(group) ?? "";
  return last ?? undefined;
}

function countGroups(node: RegexNode): number {
  const own = node.type === "group" && node.number !== undefined ? 1 : 0;
  return childrenOf(node).reduce((count, child) => count + countGroups(child), own);
}

function understood<T>(source: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof PatternFault)) throw cause;
    throw new ConfigError(`the pattern ${JSON.stringify(source)} is wrong: ${cause.message}`, {
      cause,
    });
  }
}
