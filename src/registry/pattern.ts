/** Names that patterns choose, and patterns that choose none. */
export interface Selection {
  /** In the order of the names. */
  readonly names: readonly string[];
  readonly unmatched: readonly string[];
}

/** Chooses names by patterns in which `*` stands for any text and all else for itself. */
export function select(names: readonly string[], patterns: readonly string[]): Selection {
  const tests = patterns.map((pattern) => ({ pattern, expression: toExpression(pattern) }));
  return {
    names: names.filter((name) => tests.some(({ expression }) => expression.test(name))),
    unmatched: tests
      .filter(({ expression }) => !names.some((name) => expression.test(name)))
      .map(({ pattern }) => pattern),
  };
}

function toExpression(pattern: string): RegExp {
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}
