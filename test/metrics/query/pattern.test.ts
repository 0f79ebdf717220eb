import { describe, expect, test } from "vitest";
import { ConfigError, DataError } from "../../../src/core/errors.ts";
import { compilePattern } from "../../../src/metrics/query/pattern.ts";
import { vectors } from "../../helpers/vectors.ts";

interface PatternVector {
  readonly pattern: string;
  /** Texts in which Python finds it, and those in which it does not; null where Python refuses it. */
  readonly found: readonly string[] | null;
  readonly not_found: readonly string[];
}

describe("a pattern finds what Python's re.search finds", () => {
  test.each(vectors<PatternVector>("python-patterns"))(
    "$pattern",
    ({ pattern, found, not_found }) => {
      if (found === null) {
        expect(() => compilePattern(pattern)).toThrow(ConfigError);
        return;
      }
      const { test: isIn } = bound(pattern);
      expect(found.filter((text) => !isIn(text))).toEqual([]);
      expect(not_found.filter(isIn)).toEqual([]);
    },
  );
});

function bound(pattern: string): { test(text: string): boolean } {
  const compiled = compilePattern(pattern);
  return { test: (text) => compiled.test(text) };
}

const LONG = `${"a".repeat(100_000)}!`;

describe("time", () => {
  test.each(["(a+)+$", "(a|aa)+$", "(.*a){12}$", "^(\\w+\\s?)*$", "^(?!.*(a+)+$)b"])(
    "%s is searched in linear time, even in 100,000 letters",
    (pattern) => {
      // With backtracking this test would not end.
      expect(compilePattern(pattern, { engine: "linear" }).test(LONG)).toBe(false);
    },
  );

  test.each([40, 100_000])(
    "a pattern that needs too long for %d letters ends in an error",
    (length) => {
      const pattern = compilePattern("^(a+)+\\b$");
      const run = () => pattern.test(`${"a".repeat(length)}!`);

      expect(run).toThrow(DataError);
      expect(run).toThrow('the pattern "^(a+)+\\\\b$" needs more than 200 ms for one text');
    },
  );

  test("after such an error the pattern still searches other texts", () => {
    const pattern = compilePattern("^(a+)+\\b$");
    expect(() => pattern.test(LONG)).toThrow(DataError);

    expect(pattern.test("aaa")).toBe(true);
  });
});

describe("what is not linear", () => {
  test.each([
    ["(.)\\1", "it refers back to a group"],
    ["\\bcat", "it has \\b or \\B of Unicode"],
    ["a++b", "it has a possessive quantifier"],
    ["(?>a+)b", "it has an atomic group"],
    ["a(?=b)c", "it looks ahead"],
    ["a$b", "its $ has something after it"],
    ["[^\\W\\d]", "it has \\W within a set"],
    ["a{1001}", "it repeats more than 1000 times"],
  ])("%s is told of with its reason, once, and refused by the linear engine", (source, reason) => {
    const notices: string[] = [];
    compilePattern(source, { warn: (message) => notices.push(message) });

    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain(reason);
    expect(() => compilePattern(source, { engine: "linear" })).toThrow(reason);
  });

  test.each([
    "^(?!foo)",
    "^(?!.*secret)",
    "^(?=.*a)(?=.*b)",
    "\\A(?!x)y",
    "foo(?=bar)",
    "(?<=\\$)\\d+",
  ])("%s is searched in linear time, for its looks are searches of their own", (source) => {
    expect(() => compilePattern(source, { engine: "linear" })).not.toThrow();
  });
});

describe("what Python takes and we do not says so", () => {
  test.each([
    ["(a)?(?(1)b|c)", "a conditional group"],
    ["\\N{DIGIT ONE}", "\\N{…} is not supported"],
    [`${"(".repeat(1500)}${")".repeat(1500)}`, "nested too deep"],
    ["(a)?\\1", "\\1 refers to a group that may be left out"],
  ])("%s", (source, reason) => {
    expect(() => compilePattern(source)).toThrow(reason);
  });
});
