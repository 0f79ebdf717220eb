import { expect, test } from "vitest";
import {
  type ChatMessage,
  capitalize,
  contentText,
  toMessages,
  toText,
} from "../../src/core/prompt.ts";

const dialogue: ChatMessage[] = [
  { role: "system", content: "S" },
  { role: "user", content: "U" },
  { role: "assistant", content: "A" },
];

test.each<[string, ChatMessage[], string]>([
  ["each turn after its speaker", dialogue, "S\nUser: U\nAssistant: A\nAssistant:"],
  ["a lone message without a speaker", [{ role: "user", content: "U" }], "U"],
  [
    "the names of example turns",
    [
      { role: "system", content: "S" },
      { role: "system", name: "example_user", content: "q" },
      { role: "system", name: "example_assistant", content: "a" },
      { role: "user", content: "U" },
    ],
    "S\nUser: q\nAssistant: a\nUser: U\nAssistant:",
  ],
  [
    "any other role or name as Python capitalizes it",
    [
      { role: "system", content: "\n S" },
      { role: "tool", content: "x" },
      { role: "user", name: "bob smith", content: "y" },
    ],
    "S\nTool: x\nBob smith: y\nAssistant:",
  ],
  ["an empty chat as a bare cue", [], "Assistant:"],
])("a chat as text: %s", (_, messages, text) => {
  expect(toText(messages)).toBe(text);
});

test("without the cue the text ends with the last turn", () => {
  expect(toText(dialogue, { forCompletion: false })).toBe("S\nUser: U\nAssistant: A\n");
});

test("text as a chat is one system message, or of the role that is asked for", () => {
  expect(toMessages("hi")).toEqual([{ role: "system", content: "hi" }]);
  expect(toMessages("hi", "user")).toEqual([{ role: "user", content: "hi" }]);
});

test("text stays text, a chat stays a chat", () => {
  expect(toText("hi")).toBe("hi");
  expect(toMessages(dialogue)).toBe(dialogue);
});

test.each<[ChatMessage["content"], string]>([
  [null, ""],
  ["a", "a"],
  [[{ type: "text", text: "a" }, { type: "image_url" }, { type: "text", text: "b" }], "ab"],
])("the text of the content %j is %j", (content, text) => {
  expect(contentText({ role: "user", content })).toBe(text);
});

test.each([
  ["bob SMITH", "Bob smith"],
  ["", ""],
  ["élan", "Élan"],
  ["𐐨𐐀", "𐐀𐐨"],
])("%j capitalized is %j", (text, expected) => {
  expect(capitalize(text)).toBe(expected);
});
