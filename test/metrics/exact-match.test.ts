import { expect, test } from "vitest";
import { exactMatch } from "../../src/metrics/exact-match.ts";
import { matchForm } from "../../src/metrics/text/match-form.ts";

test.each([
  // response, reference, options, equal
  ["Paris", "Paris", {}, true],
  ["  Paris\n", "Paris", {}, true],
  ["a\r\nb\rc", "a\nb\nc", {}, true],
  ["a  b", "a b", {}, false],
  ["paris", "Paris", {}, false],
  ["", "Paris", {}, false],
  ["Paris", "", {}, false],
  ["", "", {}, true],
  ["", " ", {}, true],
  ["Paris ", "Paris", { strict: true }, false],
  ["a\r\nb", "a\nb", { strict: true }, false],
  ["Paris", "Paris", { strict: true }, true],
  ["PARIS", "paris", { ignore_case: true }, true],
  ["STRASSE", "straße", { ignore_case: true }, true],
  ["ΟΔΟΣ", "οδος", { ignore_case: true }, true],
  ["οδοσ", "οδος", { ignore_case: true }, true],
  ["Paris.", "Paris", { ignore_case: true }, false],
  ["Yes , no!", "Yes no", { ignore_punctuation: true }, true],
  ["「华山」。", "华山", { ignore_punctuation: true }, true],
  ["yes", "Yes", { ignore_punctuation: true }, false],
  ["$5", "5", { ignore_punctuation: true }, false],
  ["The port is open.", "port is an Open", { normalize: "squad" }, true],
  ["the", "a", { normalize: "squad" }, true],
  ["café", "cafe\u0301", {}, false],
  ["café", "cafe\u0301", { unicode: "NFC" }, true],
  ["ＡＢＣ", "ABC", { unicode: "NFC" }, false],
  ["ＡＢＣ", "ABC", { unicode: "NFKC" }, true],
  ["Ａ Port!", "port", { unicode: "NFKC", normalize: "squad" }, true],
] as const)("%j and %j, %j: %j", (...[response, reference, options, equal]) => {
  expect(exactMatch(response, reference, options)).toBe(equal);
  expect(exactMatch(reference, response, options)).toBe(equal);
});

test("white space at the ends is that of Python, and a long run of it takes no time", () => {
  expect(matchForm("\u001c\u0085x\u3000")).toBe("x");
  expect(matchForm(`${" ".repeat(200_000)}x`)).toBe("x");
});
