import { describe, expect, test } from "vitest";
import { ConfigError, DataError } from "../../../src/core/errors.ts";
import { parseJson } from "../../../src/data/json-row.ts";
import { compileQuery } from "../../../src/metrics/query/query.ts";

function thrown(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe("a query that cannot be meant is refused when it is read", () => {
  const operators = "eq, ne, in, not_in, regex, exists, gt, gte, lt, lte, elem_match";
  test.each([
    [["a"], "where is a list, not a mapping", "write it as where: { task: qa }"],
    [{ "a..b": 1 }, 'the path "a..b" has an empty step', "such as meta.lang"],
    [{ n: { regexp: "a" } }, '"regexp" in the condition on "n" is no operator', '"regex"'],
    [{ n: { GT: 0 } }, '"GT" in the condition on "n" is no operator', 'did you mean "gt"'],
    [{ n: { "=": 0 } }, '"=" in the condition on "n" is no operator', operators],
    [{ meta: { lang: "en" } }, '"lang" in the condition on "meta"', '"meta.lang": "en"'],
    [{ task: { qa: null } }, '"qa" in the condition on "task"', "{ '!=': qa }"],
    [{ meta: {} }, 'the condition on "meta" is empty', operators],
    [{ n: { exists: "yes" } }, 'exists on "n" takes true or false, not a text: "yes"', "YAML 1.2"],
    [{ n: { in: 5 } }, 'in on "n" takes a list, a text or a mapping, not a number: 5', "use eq"],
    [
      { n: { regex: 1 } },
      'regex on "n" takes a pattern, as text, not a number: 1',
      "single quotes",
    ],
    [{ n: { regex: "(" } }, 'the pattern "(" is wrong: an opening parenthesis', "Python's re"],
    [
      { m: { elem_match: { role: "user", regex: "a" } } },
      '"m elem_match" mixes operators (regex) and fields (role)',
      "field: { operator: value }",
    ],
    [
      { m: { elem_match: { role: { is: 1 } } } },
      '"is" in the condition on "role" is no operator',
      "",
    ],
  ])("%j", (where, message, fix) => {
    const error = thrown(() => compileQuery(where));

    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toContain(message);
    expect((error as ConfigError).fix).toContain(fix);
  });
});

describe("values that cannot be compared are an error with operator, path, value and operand", () => {
  test.each([
    [
      { n: { gt: 1 } },
      { n: "5" },
      'gt on "n" cannot compare a text with a number: found "5", the operand is 1',
    ],
    [{ n: { ">=": 0 } }, { n: null }, '>= on "n" cannot compare null with a number: found null'],
    [{ n: { in: "abc" } }, { n: 1 }, 'in on "n" cannot compare a number with a text: found 1'],
    [
      { s: { regex: "5" } },
      { s: 5n },
      'regex on "s" cannot compare a number with a text: found "5"',
    ],
    [
      { "m.*": { elem_match: { gt: 1 } } },
      { m: [["x"]] },
      'gt on "m.* elem_match" cannot compare a text with a number: found "x"',
    ],
  ])("%j", (where, data, message) => {
    const error = thrown(() => compileQuery(where)(data));

    expect(error).toBeInstanceOf(DataError);
    expect((error as DataError).message).toContain(message);
  });

  test("a long value is shortened", () => {
    const error = thrown(() => compileQuery({ s: { gt: 1 } })({ s: "ab".repeat(500) }));

    expect((error as DataError).message.length).toBeLessThan(250);
  });

  test("a guard that is put first keeps null away", () => {
    const isGood = compileQuery({ n: { ne: null, gte: 0 } });

    expect(isGood({ n: null })).toBe(false);
    expect((thrown(() => compileQuery({ n: { gte: 0 } })({ n: null })) as DataError).fix).toBe(
      "put a guard before it: { ne: null, gte: … }",
    );
  });
});

describe("with on_missing_key: error", () => {
  test("a slip in a key is found, whatever the other entries say", () => {
    const query = compileQuery({ task: "mt", lnag: "en" }, { on_missing_key: "error" });
    const error = thrown(() => query({ task: "qa", lang: "en" }));

    expect(error).toMatchObject({
      message: 'the key "lnag" is not there, and on_missing_key is error',
      fix: 'did you mean "lang"?',
    });
  });

  test("a key that may be absent is asked for with exists", () => {
    const query = compileQuery({ lang: { exists: true, eq: "en" } }, { on_missing_key: "error" });

    expect(query({})).toBe(false);
  });
});

describe("integers beyond 2^53", () => {
  test("are told of when they are no text, for rows have them as text", () => {
    const notices: string[] = [];
    compileQuery({ id: [2 ** 53, 1e15], x: { gt: 0.5 } }, { warn: (text) => notices.push(text) });

    expect(notices).toEqual([
      "9007199254740992 in where may be rounded; rows have integers of its size as text: put it into quotes",
    ]);
  });

  test("in quotes they are found as a row has them, digit for digit", () => {
    const row = parseJson('{"id": 9007199254740993}');

    expect(compileQuery({ id: "9007199254740993" })(row)).toBe(true);
    expect(compileQuery({ id: "9007199254740992" })(row)).toBe(false);
  });
});
