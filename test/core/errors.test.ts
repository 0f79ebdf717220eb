import { expect, test } from "vitest";
import {
  CompletionError,
  ConfigError,
  DataError,
  describeError,
  OaievalError,
} from "../../src/core/errors.ts";

test("an error says what, where and how to mend it, each on its line", () => {
  const error = new ConfigError('"tset-match" is not in the registry', {
    where: "/home/ann/app/registry",
    fix: 'did you mean "test-match"?',
  });

  expect(describeError(error)).toBe(
    [
      '"tset-match" is not in the registry',
      "  where: /home/ann/app/registry",
      '  fix:   did you mean "test-match"?',
    ].join("\n"),
  );
});

test.each([
  [new DataError("bad row"), "bad row"],
  [new TypeError("x is not a function"), "TypeError: x is not a function"],
  ["just text", "just text"],
])("%s is described as %j", (error, text) => {
  expect(describeError(error)).toBe(text);
});

test("every error of this program can be told from a bug, and keeps its cause", () => {
  const cause = new Error("socket hang up");
  const error = new CompletionError("no answer", { cause, kind: "transient", status: 503 });

  expect(error).toBeInstanceOf(OaievalError);
  expect(error).toMatchObject({ name: "CompletionError", cause, kind: "transient", status: 503 });
});

test("a failed call is permanent unless it says otherwise", () => {
  expect(new CompletionError("no answer").kind).toBe("permanent");
});
