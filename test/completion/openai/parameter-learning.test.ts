import { expect, test } from "vitest";
import { logged } from "../../../src/completion/calls/logged.ts";
import { RunScope } from "../../../src/core/run-scope.ts";
import {
  type FakeRequest,
  type HttpReply,
  type Reply,
  refusal,
} from "../../helpers/fake-openai.ts";
import { chatAt, serve, testCall, testContext } from "../contexts.ts";

const LIMIT_REFUSED = refusal(400, {
  message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
  type: "invalid_request_error",
  param: "max_tokens",
  code: "unsupported_parameter",
});

const TEMPERATURE_REFUSED = refusal(400, {
  message: "Unsupported value: 'temperature' does not support 0 with this model.",
  type: "invalid_request_error",
  param: "temperature",
  code: "unsupported_value",
});

/** As a reasoning model: no limit by its old name, no temperature but 1. */
function reasoningModel({ body }: FakeRequest): Reply {
  if ("max_tokens" in body) return LIMIT_REFUSED;
  if ("temperature" in body && body.temperature !== 1) return TEMPERATURE_REFUSED;
  return "Lima";
}

test("R17: at most one failed probe per refused parameter, for subject and judge, at concurrency 10", async () => {
  const server = await serve(reasoningModel);
  const scope = new RunScope();
  const context = testContext({ scope });
  const subject = chatAt(server, { model: "o3-mini" }, { scope, warn: context.warn });
  const judge = chatAt(server, { model: "o3-mini" }, { scope, warn: context.warn });
  const params = { max_tokens: 5, temperature: 0 };

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? judge : subject).complete("Peru?", params, testCall()),
    ),
  );

  expect(answers.map(({ completions }) => completions)).toEqual(Array(10).fill(["Lima"]));
  expect(server.requests).toHaveLength(12);
  const model = `o3-mini at ${server.baseURL}`;
  expect(context.warnings).toEqual([
    `${model} refuses max_tokens: max_completion_tokens is sent instead`,
    `${model} refuses temperature: it is left out`,
  ]);
});

test("R17: the parameters really sent are in the log", async () => {
  const server = await serve(reasoningModel);
  const call = testCall();

  await logged(chatAt(server)).complete("Peru?", { max_tokens: 5, temperature: 0 }, call);

  expect(call.record.drafts).toMatchObject([
    { type: "sampling", data: { params: { max_completion_tokens: 5 } } },
  ]);
  expect(server.requests.at(-1)?.body).not.toHaveProperty("temperature");
});

test("other calls wait until the first has settled, and then go together", async () => {
  let release = () => {};
  const bothAreThere = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await serve("first", async () => {
    if (server.requests.length === 3) release();
    await bothAreThere;
    return "later";
  });
  const fn = chatAt(server);
  const seen: number[] = [];

  const ask = async () => {
    const { completions } = await fn.complete("Peru?", { temperature: 0 }, testCall());
    if (completions[0] === "first") seen.push(server.requests.length);
  };
  await Promise.all([ask(), ask(), ask()]);

  expect(seen).toEqual([1]);
});

test("a first call that fails for another reason teaches nothing: the next goes alone as well", async () => {
  const server = await serve(refusal(429, { message: "slow down" }), reasoningModel);
  const fn = chatAt(server);

  const answers = await Promise.allSettled(
    Array.from({ length: 5 }, () => fn.complete("Peru?", { max_tokens: 5 }, testCall())),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array(4).fill("fulfilled"),
    "rejected",
  ]);
  expect(server.requests.filter(({ body }) => "max_tokens" in body)).toHaveLength(2);
});

test("an endpoint that does not answer is not waited for by one call after another", async () => {
  let release = () => {};
  const bothAreThere = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await serve({ fault: "silence" }, async () => {
    if (server.requests.length === 3) release();
    await bothAreThere;
    return "Lima";
  });
  const fn = chatAt(server, {}, { timeoutMs: 200 });

  const answers = await Promise.allSettled(
    Array.from({ length: 3 }, () => fn.complete("Peru?", { temperature: 0 }, testCall())),
  );

  expect(answers.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
});

test("a call that waits for another ends at once when it is aborted", async () => {
  const waiting = new AbortController();
  const server = await serve(async () => {
    waiting.abort(new Error("the run was stopped"));
    return "Lima";
  });
  const fn = chatAt(server);

  const first = fn.complete("Peru?", { temperature: 0 }, testCall());
  const second = fn.complete("Peru?", { temperature: 0 }, testCall({ signal: waiting.signal }));

  await expect(second).rejects.toThrow("the run was stopped");
  expect(await first).toMatchObject({ completions: ["Lima"] });
  expect(server.requests).toHaveLength(1);
});

test("a value of a parameter that a model takes does not stand for one that it refuses", async () => {
  const server = await serve(reasoningModel);
  const fn = chatAt(server);

  await fn.complete("Peru?", { temperature: 1 }, testCall());
  await Promise.all(
    [0, 0.2, 0.7].map((temperature) => fn.complete("Peru?", { temperature }, testCall())),
  );

  expect(server.requests.filter(({ body }) => (body.temperature ?? 1) !== 1)).toHaveLength(1);
});

test("requests that differ in a value alone do not wait for each other for ever", async () => {
  let release = () => {};
  const allAreThere = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await serve("Lima", async () => {
    if (server.requests.length === 4) release();
    await allAreThere;
    return "Lima";
  });
  const fn = chatAt(server);
  const ask = (seed: number) => fn.complete("Peru?", { seed, temperature: seed / 10 }, testCall());

  await ask(0);
  const answers = await Promise.all([ask(1), ask(2), ask(3)]);

  expect(answers).toHaveLength(3);
});

test("two models of one endpoint learn apart", async () => {
  const server = await serve(({ body }) => (body.model === "o3" ? reasoningModel : "Lima"));
  const scope = new RunScope();
  const params = { max_tokens: 5 };

  await chatAt(server, { model: "o3" }, { scope }).complete("Peru?", params, testCall());
  await chatAt(server, { model: "gpt-4o" }, { scope }).complete("Peru?", params, testCall());

  expect(server.requests.at(-1)?.body).toMatchObject({ model: "gpt-4o", max_tokens: 5 });
});

const SYSTEM_ONLY = [{ role: "system", content: "Be brief." }];
const BOTH = [...SYSTEM_ONLY, { role: "user", content: "Peru?" }];

test.each<{ what: string; refused: HttpReply; asked: object; expected: object }>([
  {
    what: "a renamed limit, told by the message alone",
    refused: refusal(400, { message: "Unrecognized request argument supplied: max_tokens" }),
    asked: { messages: BOTH, max_tokens: 5 },
    expected: { messages: BOTH, max_completion_tokens: 5 },
  },
  {
    what: "a sampling parameter",
    refused: refusal(400, { message: "no", code: "unsupported_parameter", param: "top_p" }),
    asked: { messages: BOTH, top_p: 0.5, temperature: 1 },
    expected: { messages: BOTH, temperature: 1 },
  },
  {
    what: "the role system, for which developer is asked",
    refused: refusal(400, {
      message: "'messages[0].role' does not support 'system'; use 'developer'",
      param: "messages[0].role",
      code: "unsupported_value",
    }),
    asked: { messages: BOTH },
    expected: { messages: [{ role: "developer", content: "Be brief." }, BOTH[1]] },
  },
  {
    what: "the role system, for which nothing is asked",
    refused: refusal(400, {
      message: "'messages[0].role' does not support 'system' with this model.",
      param: "messages[0].role",
      code: "unsupported_value",
    }),
    asked: { messages: SYSTEM_ONLY },
    expected: { messages: [{ role: "user", content: "Be brief." }] },
  },
  {
    what: "the role system, in the words of a chat template",
    refused: { status: 400, body: { message: "System role not supported", code: 400 } },
    asked: { messages: BOTH },
    expected: { messages: [{ role: "user", content: "Be brief." }, BOTH[1]] },
  },
])("$what is learnt", async ({ refused, asked, expected }) => {
  const server = await serve(refused, "Lima");
  const { messages, ...params } = asked as { messages: typeof BOTH };

  const { sent } = await chatAt(server).complete(messages, params, testCall());

  const { model: _model, ...body } = server.requests[1]?.body ?? {};
  expect(body).toEqual(expected);
  expect({ messages: sent?.prompt, ...sent?.params }).toEqual(expected);
});

test.each<[string, HttpReply, Readonly<Record<string, unknown>>]>([
  [
    "a value that is too large",
    refusal(400, { message: "max_tokens is too large: 9000", param: "max_tokens" }),
    { max_tokens: 9000 },
  ],
  [
    "a prompt that is too long",
    refusal(400, { message: "maximum context length", code: "context_length_exceeded" }),
    { max_tokens: 5, temperature: 0 },
  ],
  [
    "an option without which the answer would be another one",
    refusal(400, { message: "no", code: "unsupported_parameter", param: "stop" }),
    { stop: ["\n"] },
  ],
  [
    "another status",
    refusal(403, { message: "max_tokens is not supported", param: "max_tokens" }),
    { max_tokens: 5 },
  ],
])("%s is an error of one request, and nothing to learn from", async (_, refused, params) => {
  const server = await serve(refused, "Lima");

  const answer = chatAt(server).complete("Peru?", params, testCall());

  await expect(answer).rejects.toMatchObject({ name: "CompletionError" });
  expect(server.requests).toHaveLength(1);
});
