import { expect, test } from "vitest";
import { logged } from "../../../src/completion/calls/logged.ts";
import { OpenAIResponses } from "../../../src/completion/openai/openai-responses.ts";
import type { Prompt } from "../../../src/core/prompt.ts";
import { type FakeOpenAI, refusal } from "../../helpers/fake-openai.ts";
import { serve, testCall, testContext } from "../contexts.ts";

function responsesAt({ baseURL }: FakeOpenAI, args: object = {}, context = testContext()) {
  const parsed = OpenAIResponses.Args.parse({ model: "gpt-5", base_url: baseURL, ...args });
  return new OpenAIResponses(parsed, context);
}

const QUESTION = [
  { role: "system", content: "Answer with one word." },
  { role: "user", content: "What is the capital of Peru?" },
];

test("a chat is the input, and the answer has model, usage and reason in the names of the chat API", async () => {
  const server = await serve({ text: "Lima", model: "gpt-5-2026-01-01" });

  const result = await responsesAt(server).complete(QUESTION, { temperature: 0 }, testCall());

  expect(server.requests[0]?.path).toBe("/v1/responses");
  expect(server.requests[0]?.body).toEqual({ model: "gpt-5", input: QUESTION, temperature: 0 });
  expect(result).toEqual({
    completions: ["Lima"],
    model: "gpt-5-2026-01-01",
    usage: {
      prompt_tokens: 7,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens: 2,
      completion_tokens_details: { reasoning_tokens: 1 },
      total_tokens: 9,
    },
    finish_reason: "stop",
    sent: { prompt: QUESTION, params: { temperature: 0 } },
  });
});

/** Rows have more fields than the type of a message. */
test.each<[string, string | object[], object, object[]]>([
  ["text", "Capital of Peru?", {}, [{ role: "system", content: "Capital of Peru?" }]],
  [
    "text of the user's",
    "Capital of Peru?",
    { text_role: "user" },
    [{ role: "user", content: "Capital of Peru?" }],
  ],
  [
    "examples, which become turns",
    [
      { role: "system", name: "example_user", content: "Chile?" },
      { role: "system", name: "example_assistant", content: "Santiago" },
      { role: "user", name: "ann", content: "Peru?" },
    ],
    {},
    [
      { role: "user", content: "Chile?" },
      { role: "assistant", content: "Santiago" },
      { role: "user", content: "Peru?" },
    ],
  ],
  [
    "parts",
    [
      {
        role: "user",
        content: [
          { type: "text", text: "Where is this?" },
          { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
          { type: "file", file: { file_id: "file-1" } },
        ],
      },
      { role: "assistant", content: [{ type: "text", text: "Lima" }] },
    ],
    {},
    [
      {
        role: "user",
        content: [
          { type: "input_text", text: "Where is this?" },
          { type: "input_image", image_url: "data:image/png;base64,AA==", detail: "auto" },
          { type: "input_file", file_id: "file-1" },
        ],
      },
      { role: "assistant", content: "Lima" },
    ],
  ],
  [
    "calls of tools and their results",
    [
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_1", function: { name: "f", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "call_1", content: "Lima" },
    ],
    {},
    [
      { type: "function_call", call_id: "call_1", name: "f", arguments: "{}" },
      { type: "function_call_output", call_id: "call_1", output: "Lima" },
    ],
  ],
])("the input of %s", async (...[, prompt, args, input]) => {
  const server = await serve("Lima");

  await responsesAt(server, args).complete(prompt as Prompt, {}, testCall());

  expect(server.requests[0]?.body.input).toEqual(input);
});

test.each([
  [{ max_tokens: 5 }, { max_output_tokens: 5 }],
  [{ max_completion_tokens: 6, max_tokens: 5 }, { max_output_tokens: 6 }],
  [{ n: 1, presence_penalty: 0, frequency_penalty: 0, top_p: 1 }, { top_p: 1 }],
  [
    { seed: 7, frequency_penalty: 0.5 },
    { seed: 7, frequency_penalty: 0.5 },
  ],
  [{ reasoning_effort: "low" }, { reasoning: { effort: "low" } }],
  [{ verbosity: "low" }, { text: { verbosity: "low" } }],
  [{ response_format: { type: "json_object" } }, { text: { format: { type: "json_object" } } }],
  [
    { response_format: { type: "json_schema", json_schema: { name: "s", schema: {} } } },
    { text: { format: { type: "json_schema", name: "s", schema: {} } } },
  ],
])("the options %j of the chat API are %j", async (params, expected) => {
  const server = await serve("Lima");

  await responsesAt(server).complete(QUESTION, params, testCall());

  const { model: _model, input: _input, ...options } = server.requests[0]?.body ?? {};
  expect(options).toEqual(expected);
});

test("instructions and options of this API alone are sent as they are", async () => {
  const server = await serve("Lima");
  const args = {
    instructions: "Be brief.",
    max_tokens: 5,
    extra_options: { store: false, max_output_tokens: 50 },
  };

  await responsesAt(server, args).complete(QUESTION, {}, testCall());

  expect(server.requests[0]?.body).toMatchObject({
    instructions: "Be brief.",
    store: false,
    max_output_tokens: 50,
  });
});

test("R77: several answers to one request are refused before it is paid for", async () => {
  const server = await serve("Lima");

  const answer = responsesAt(server).complete(QUESTION, { n: 3 }, testCall());

  await expect(answer).rejects.toMatchObject({
    name: "ConfigError",
    message: "n is 3, and the Responses API gives one answer to a request",
  });
  expect(server.requests).toEqual([]);
});

test("R20: an answer that the limit left no room for is none, with its reason and its reasoning", async () => {
  const server = await serve({ text: null, reasoning: "Peru, hm", finish_reason: "length" });
  const call = testCall();

  await logged(responsesAt(server)).complete(QUESTION, {}, call);

  expect(call.record.drafts).toMatchObject([
    { data: { sampled: [], finish_reason: "length", reasoning: ["Peru, hm"] } },
  ]);
  expect(server.requests).toHaveLength(1);
});

test("a refusal is the answer, and marked as one", async () => {
  const server = await serve({ text: null, refusal: "I cannot help with that." });

  const result = await responsesAt(server).complete(QUESTION, {}, testCall());

  expect(result).toMatchObject({ completions: ["I cannot help with that."], refusal: true });
});

test("calls of tools are text of the same form as in a chat", async () => {
  const fn = { name: "get_weather", arguments: '{"city": "Lima"}' };
  const server = await serve({ text: null, tool_calls: [{ id: "call_1", function: fn }] });

  const result = await responsesAt(server).complete(QUESTION, {}, testCall());

  expect(result).toMatchObject({
    completions: ['{"tool_calls":[{"arguments":{"city":"Lima"},"name":"get_weather"}]}'],
    tool_calls: [{ type: "function_call", call_id: "call_1", ...fn }],
    finish_reason: "tool_calls",
  });
});

test.each([
  ["server_error", "transient"],
  ["rate_limit_exceeded", "transient"],
  ["invalid_prompt", "permanent"],
  ["insufficient_quota", "fatal"],
])("a response that failed by %s is a %s error", async (code, kind) => {
  const body = { status: "failed", output: [], error: { code, message: "it failed" } };
  const server = await serve({ status: 200, body });

  const answer = responsesAt(server).complete(QUESTION, {}, testCall());

  await expect(answer).rejects.toMatchObject({
    name: "CompletionError",
    kind,
    code,
    message: expect.stringMatching(/: an error: it failed$/),
  });
});

test("R17: a parameter that the model refuses is learnt, and so is the role system", async () => {
  const server = await serve(({ body }) => {
    if ("temperature" in body) {
      return refusal(400, {
        message: "Unsupported parameter: 'temperature' is not supported with this model.",
        param: "temperature",
      });
    }
    if (body.input[0].role === "system") {
      return refusal(400, {
        message: "'input[0].role' does not support 'system'; use 'developer'",
        param: "input[0].role",
        code: "unsupported_value",
      });
    }
    return "Lima";
  });

  const { sent } = await responsesAt(server).complete(QUESTION, { temperature: 0 }, testCall());

  expect(server.requests).toHaveLength(3);
  expect(sent?.prompt[0]).toEqual({ role: "developer", content: "Answer with one word." });
  expect(sent?.params).toEqual({});
});

test("a form of the answer that the model refuses is learnt away, and the rest stays", async () => {
  const server = await serve(({ body }) =>
    body.text?.format
      ? refusal(400, {
          message: "Invalid parameter: 'text.format' of type 'json_schema' is not supported.",
          param: "text.format",
        })
      : "Lima",
  );
  const response_format = { type: "json_schema", json_schema: { name: "s", schema: {} } };
  const fn = responsesAt(server);
  const ask = (params: object) => fn.complete(QUESTION, { response_format, ...params }, testCall());

  const answers = [await ask({ verbosity: "low" }), await ask({})];

  expect(answers.map(({ sent }) => sent?.params)).toEqual([{ text: { verbosity: "low" } }, {}]);
  expect(server.requests).toHaveLength(3);
});

test("an option that has no remedy is named as it is written in the args", async () => {
  const server = await serve(
    refusal(400, { message: "no", code: "unsupported_parameter", param: "reasoning.effort" }),
  );

  const answer = responsesAt(server).complete(QUESTION, { reasoning_effort: "low" }, testCall());

  await expect(answer).rejects.toMatchObject({
    fix: "leave it out: --completion-args reasoning_effort=null",
  });
});

test("an endpoint without this API is one line that names the chat API", async () => {
  const server = await serve({ status: 404, body: { detail: "Not Found" } });

  const answer = responsesAt(server).complete(QUESTION, {}, testCall());

  await expect(answer).rejects.toMatchObject({
    kind: "fatal",
    fix: expect.stringContaining("ask it as builtin:openai-chat --completion-args model=gpt-5"),
  });
});
