import { expect, test } from "vitest";
import { OpenAIText } from "../../../src/completion/openai/openai-text.ts";
import type { FakeOpenAI } from "../../helpers/fake-openai.ts";
import { serve, testCall, testContext } from "../contexts.ts";

function textAt({ baseURL }: FakeOpenAI, args: object = {}): OpenAIText {
  const parsed = OpenAIText.Args.parse({ model: "davinci-002", api_base: baseURL, ...args });
  return new OpenAIText(parsed, testContext());
}

test("a chat is rendered as text, and the answer is each choice's text", async () => {
  const server = await serve({ text: [" Lima", " Cusco"], finish_reason: "length" });
  const chat = [
    { role: "system", content: "Name capitals." },
    { role: "user", content: "Peru?" },
  ];

  const result = await textAt(server, { stop: ["\n"] }).complete(
    chat,
    { max_tokens: 4, n: 2 },
    testCall(),
  );

  const prompt = "Name capitals.\nUser: Peru?\nAssistant:";
  expect(server.requests[0]?.path).toBe("/v1/completions");
  expect(server.requests[0]?.body).toEqual({
    model: "davinci-002",
    prompt,
    max_tokens: 4,
    n: 2,
    stop: ["\n"],
  });
  expect(result).toEqual({
    completions: [" Lima", " Cusco"],
    model: "davinci-002",
    usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 },
    finish_reason: "length",
    finish_reasons: ["length", "length"],
    sent: { prompt, params: { max_tokens: 4, n: 2, stop: ["\n"] } },
  });
});

test("a prompt that is plain text is sent as it is", async () => {
  const server = await serve("Lima");

  await textAt(server).complete("The capital of Peru is", {}, testCall());

  expect(server.requests[0]?.body.prompt).toBe("The capital of Peru is");
});

test("R133: a chat model is told apart by a hint in one line", async () => {
  const server = await serve({
    status: 404,
    body: { error: { message: "This is a chat model", param: "model" } },
  });

  const error = await textAt(server, { model: "gpt-4o" })
    .complete("Peru?", {}, testCall())
    .catch((thrown) => thrown);

  expect(error.kind).toBe("fatal");
  expect(error.message).toContain("404 This is a chat model");
  expect(error.fix).toContain("ask it as builtin:openai-chat --completion-args model=gpt-4o");
});
