import { RE2JS } from "re2js";
import { ConfigError } from "../../../core/errors.ts";
import type { RegexFlags } from "./flags.ts";
import { NativeSearch } from "./native-search.ts";
import { type RegexNode, someNode } from "./nodes.ts";
import { parsePattern } from "./parse-pattern.ts";
import { PatternFault } from "./pattern-fault.ts";
import { type LinearOptions, NotLinear, toLinear } from "./to-linear.ts";
import { toNative } from "./to-native.ts";

/**
 * Reads a pattern of Python 3.11.
 *
 * @param flags what is on from the start
 * @throws {ConfigError} for a pattern that Python refuses, or that cannot be carried over
 */
export function readPattern(source: string, flags: Partial<RegexFlags> = {}): RegexNode {
  return understood(source, () => parsePattern(source, flags));
}

/**
 * A search in linear time.
 *
 * @throws {NotLinear}
 */
export function linearSearch(node: RegexNode, options: LinearOptions = {}): RE2JS {
  const looksBehind = someNode(node, ({ type }) => type === "look");
  const written = toLinear(node, options);
  try {
    return RE2JS.compile(written, looksBehind ? RE2JS.LOOKBEHINDS : 0);
  } catch (cause) {
    // It has limits of its own for size and depth.
    throw new NotLinear(`the linear engine refuses it (${Object(cause).message})`, { cause });
  }
}

/**
 * A search by JavaScript's engine, with a time limit.
 *
 * @throws {ConfigError} for a pattern that cannot be carried over
 */
export function nativeSearch(source: string, node: RegexNode): NativeSearch {
  return new NativeSearch(
    source,
    understood(source, () => toNative(node)),
  );
}

function understood<T>(source: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof PatternFault)) throw cause;
    throw new ConfigError(`the pattern ${JSON.stringify(source)} is wrong: ${cause.message}`, {
      fix: "patterns are those of Python's re; in YAML put them in single quotes",
      cause,
    });
  }
}
