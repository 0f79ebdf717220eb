import { expect, test } from "vitest";
import { parsePrompt } from "../../src/core/prompt-template.ts";

test("a text is one user message", () => {
  const prompt = parsePrompt("Is {response} right?");

  expect(prompt.names).toEqual(["response"]);
  expect(prompt.fill(new Map([["response", "4"]]))).toEqual([
    { role: "user", content: "Is 4 right?" },
  ]);
});

test("each message is filled by itself, and keeps its role and name", () => {
  const prompt = parsePrompt([
    { role: "system", content: "Lines begin with {mark}.", name: "frame" },
    { role: "user", content: "{mark}\n{text}" },
  ]);

  expect(prompt.names).toEqual(["mark", "text"]);
  expect(
    prompt.fill(
      new Map([
        ["mark", "##"],
        ["text", "{mark} {text}"],
      ]),
    ),
  ).toEqual([
    { role: "system", content: "Lines begin with ##.", name: "frame" },
    { role: "user", content: "##\n{mark} {text}" },
  ]);
});

test("a placeholder that cannot be read is refused with the place of the prompt", () => {
  expect(() => parsePrompt("{", "judges.yaml:3")).toThrow(
    expect.objectContaining({ where: "judges.yaml:3" }),
  );
});
