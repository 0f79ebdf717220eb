import { ConfigError } from "../../core/errors.ts";
import { linearSearch, nativeSearch, readPattern } from "./regex/compile.ts";
import { type Search, splitSearches } from "./regex/split-searches.ts";
import { NotLinear } from "./regex/to-linear.ts";

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
  const node = readPattern(source);
  try {
    return linearPattern(splitSearches(node));
  } catch (error) {
    if (!(error instanceof NotLinear)) throw error;
    refuseOrTell(source, error.message, { engine, warn });
    return nativeSearch(source, node);
  }
}

function linearPattern(searches: readonly Search[]): Pattern {
  const compiled = searches.map(({ node, isNegated }) => ({
    regexp: linearSearch(node),
    isNegated,
  }));
  const [only] = compiled;
  if (only && compiled.length === 1) return { test: (text) => only.regexp.test(text) };
  return {
    test: (text) => compiled.every(({ regexp, isNegated }) => regexp.test(text) !== isNegated),
  };
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
