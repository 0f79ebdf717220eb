import { expect, test } from "vitest";
import { tokenize13a } from "../../../src/metrics/text/tokenize-13a.ts";
import { vectors } from "../../helpers/vectors.ts";

test.each(vectors<{ text: string; tokens: string[] }>("tokenize-13a"))(
  "$text has the tokens $tokens",
  ({ text, tokens }) => {
    expect(tokenize13a(text)).toEqual(tokens);
  },
);

test("a stop beside a character outside the BMP is a token", () => {
  expect(tokenize13a("😀. 3.😀")).toEqual(["😀", ".", "3", ".", "😀"]);
});

test("a Chinese sentence is one token", () => {
  expect(tokenize13a("今天天气很好。")).toEqual(["今天天气很好。"]);
});
