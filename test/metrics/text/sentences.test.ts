import { expect, test } from "vitest";
import { sentencesOf } from "../../../src/metrics/text/sentences.ts";

test.each([
  ["It leaves at nine. Dogs travel free!", ["It leaves at nine.", "Dogs travel free!"]],
  [
    "A ticket costs 4.50 euros. Children pay less.",
    ["A ticket costs 4.50 euros.", "Children pay less."],
  ],
  ["First line\nsecond line\r\n\r\nthird", ["First line", "second line", "third"]],
  ["末班船九点开。狗免费！", ["末班船九点开。", "狗免费！"]],
  [" \n\t", []],
  ["", []],
])("the sentences of %j are %j", (text, expected) => {
  expect(sentencesOf(text)).toEqual(expected);
});
