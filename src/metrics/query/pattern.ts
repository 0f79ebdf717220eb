import { RE2JS } from "re2js";
import { ConfigError } from "../../core/errors.ts";
import { NativeSearch } from "./regex/native-search.ts";
import { type RegexNode, someNode } from "./regex/nodes.ts";
import { parsePattern } from "./regex/parse-pattern.ts";
import { PatternFault } from "./regex/pattern-fault.ts";
import { type Search, splitSearches } from "./regex/split-searches.ts";
import { NotLinear, toLinear } from "./regex/to-linear.ts";
import { toNative } from "./regex/to-native.ts";

/** Which engine searches: `linear` refuses patterns that could take exponential time. */
export type RegexEngine = "auto" | "linear";

/** How patterns are compiled. */
export interface PatternOptions {
  /** @default "auto" */
  readonly engine?: RegexEngine | undefined;
  /** Told of a pattern that is not searched in linear time. */
  readonly warn?: ((message: string) => void) | undefined;
}

/** A pattern of Python's `re`, ready to search. */
export interface Pattern {
  /**
   * Whether it is found anywhere in the text, as by `re.search`.
   *
   * @throws {DataError} when the search takes too long, which no linear pattern does
   */
  test(text: string): boolean;
}

/**
 * Compiles a pattern of Python 3.11. It is searched in linear time where that is possible, else by
 * JavaScript's engine with a time limit.
 *
 * @throws {ConfigError} for a pattern that Python refuses, or that cannot be carried over
 */
export function compilePattern(
  source: string,
  { engine = "auto", warn }: PatternOptions = {},
): Pattern {
  const node = understood(source, () => parsePattern(source));
  try {
    return linearPattern(splitSearches(node));
  } catch (error) {
    if (!(error instanceof NotLinear)) throw error;
    refuseOrTell(source, error.message, { engine, warn });
  }
  return new NativeSearch(
    source,
    understood(source, () => toNative(node)),
  );
}

function linearPattern(searches: readonly Search[]): Pattern {
  const compiled = searches.map(({ node, isNegated }) => ({ regexp: re2(node), isNegated }));
  const [only] = compiled;
  if (only && compiled.length === 1) return { test: (text) => only.regexp.test(text) };
  return {
    test: (text) => compiled.every(({ regexp, isNegated }) => regexp.test(text) !== isNegated),
  };
}

function re2(node: RegexNode): RE2JS {
  const looksBehind = someNode(node, ({ type }) => type === "look");
  return RE2JS.compile(toLinear(node), looksBehind ? RE2JS.LOOKBEHINDS : 0);
}

function refuseOrTell(source: string, reason: string, { engine, warn }: PatternOptions): void {
  const pattern = JSON.stringify(source);
  if (engine === "linear") {
    throw new ConfigError(`the pattern ${pattern} cannot be searched in linear time: ${reason}`, {
      fix: "write it otherwise, or leave out regex_engine: linear",
    });
  }
  warn?.(
    `the pattern ${pattern} is not searched in linear time, for ${reason}; a text that takes too long is an error`,
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
