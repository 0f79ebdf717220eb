import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  type TokenizerName,
  tokenizerFor,
  tokenizerOf,
} from "../../../src/metrics/text/tokenizers.ts";

interface Row {
  readonly tokenizer: TokenizerName;
  readonly text: string;
  readonly tokens: string[];
}

const file = new URL("../../fixtures/vectors/bleu.json", import.meta.url);
const rows: Row[] = JSON.parse(readFileSync(file, "utf8")).tokenizer;

test.each(rows)("$tokenizer cuts $text into $tokens", ({ tokenizer, text, tokens }) => {
  expect(tokenizerOf(tokenizer)(text)).toEqual(tokens);
});

test.each<[TokenizerName, string, string[]]>([
  ["char", " a b\t𠮷\ud83d ", ["a", "b", "𠮷", "\ud83d"]],
  ["none", "It's  nine.\u0085Go", ["It's", "nine.", "Go"]],
  ["words", "It's nine.  Go!", ["It's", "nine", ".", "Go", "!"]],
  ["zh", "它&lt;“3.5”", ["它", "&", "lt", ";", "“", "3.5", "”"]],
])("%s cuts %j into %j", (name, text, tokens) => {
  expect(tokenizerOf(name)(text)).toEqual(tokens);
});

test.each([
  ["华山", "zh"],
  ["\u33ff \ua000 カメラ 한국어", "13a"],
  ["\u3400", "zh"],
  ["\u9fff", "zh"],
  ["\uf900", "zh"],
  ["\ufaff", "zh"],
  ["\ufb00", "13a"],
  ["", "13a"],
])("auto is by the Han characters of %j: %s", (text, name) => {
  expect(tokenizerFor(["plain", text])).toBe(name);
});

test("auto is 13a without texts", () => {
  expect(tokenizerFor([])).toBe("13a");
});
