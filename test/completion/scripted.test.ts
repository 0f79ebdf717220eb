import { expect, test } from "vitest";
import type { z } from "zod";
import { Scripted } from "../../src/completion/scripted.ts";
import { testCompletionFn } from "../contracts/completion-fn.ts";

testCompletionFn("scripted", () => scripted({ default: "Lima" }));

test("the first rule whose words are in the prompt answers, else the default", async () => {
  const fn = scripted({
    rules: [
      { when: ["Peru", "capital"], answer: "Lima" },
      { when: "Peru", answer: "a country" },
    ],
    default: "no idea",
  });

  const answers = ["What is the capital of Peru?", "What is Peru?", "What is Chad?"].map(
    async (prompt) => (await fn.complete(prompt, {})).completions,
  );

  expect(await Promise.all(answers)).toEqual([["Lima"], ["a country"], ["no idea"]]);
});

test("all messages of a chat are looked at", async () => {
  const fn = scripted({ rules: [{ when: "Peru", answer: "Lima" }] });
  const chat = [
    { role: "system", content: "You know Peru." },
    { role: "user", content: "Its capital?" },
  ];

  expect((await fn.complete(chat, {})).completions).toEqual(["Lima"]);
});

test("a call for several answers gets those of the list, again and again", async () => {
  const fn = scripted({ default: ["a", "b"] });

  expect((await fn.complete("?", { n: 3 })).completions).toEqual(["a", "b", "a"]);
});

test("a prompt that no rule fits is an error that quotes it", async () => {
  const fn = scripted({ rules: [{ when: "Peru", answer: "Lima" }] });

  await expect(fn.complete("What is Chad?", {})).rejects.toMatchObject({
    name: "CompletionError",
    message: 'no rule fits the prompt "What is Chad?"',
    fix: "add a rule or a default",
  });
});

test.each([{ rule: [] }, { rules: [{ when: "a" }] }, { default: [] }])(
  "args that say too little are refused: %j",
  (args) => {
    expect(Scripted.Args.safeParse(args).success).toBe(false);
  },
);

function scripted(args: z.input<typeof Scripted.Args>): Scripted {
  return new Scripted(Scripted.Args.parse(args));
}
