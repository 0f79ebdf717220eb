import { expect, test } from "vitest";
import { toPlainText, toTurns } from "../../../src/completion/calls/turns.ts";
import type { Prompt } from "../../../src/core/prompt.ts";

const [S, U, A] = ["system", "user", "assistant"];

test.each<[string, Prompt, [role: string | undefined, content: string][]]>([
  ["a text is the user's", "Hi", [[U, "Hi"]]],
  ["a lone system message is the user's", [{ role: "system", content: "Hi" }], [[U, "Hi"]]],
  [
    "of system messages alone the last is",
    [
      { role: "system", content: "Be brief." },
      { role: "developer", content: "Hi" },
    ],
    [
      [S, "Be brief."],
      [U, "Hi"],
    ],
  ],
  [
    "examples become turns",
    [
      { role: "system", content: "Name capitals." },
      { role: "system", name: "example_user", content: "Chile" },
      { role: "system", name: "example_assistant", content: "Santiago" },
      { role: "user", content: "Peru" },
    ],
    [
      [S, "Name capitals."],
      [U, "Chile"],
      [A, "Santiago"],
      [U, "Peru"],
    ],
  ],
  [
    "a system message behind a turn is the user's, and so is another role",
    [
      { role: "user", content: "Peru?" },
      { role: "assistant", content: null },
      { role: "system", content: "Think." },
      { role: "tool", content: "Lima" },
    ],
    [
      [U, "Peru?"],
      [A, ""],
      [U, "Think."],
      [U, "Lima"],
    ],
  ],
  ["nothing stays nothing", [], []],
])("%s", (_, prompt, turns) => {
  expect(toTurns(prompt)).toEqual(turns.map(([role, content]) => ({ role, content })));
});

test.each<[Prompt, string]>([
  ["Hi", "Hi"],
  [[{ role: "user", content: "Hi\n" }], "Hi\n"],
  [
    [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Peru?" },
    ],
    "Be brief.\nUser: Peru?",
  ],
])("%j is %j as one text", (prompt, text) => {
  expect(toPlainText(prompt)).toBe(text);
});
