import { AzureOpenAI } from "../../src/completion/azure-openai.ts";
import { BaselineCountries } from "../../src/completion/baseline-countries.ts";
import { Constant } from "../../src/completion/constant.ts";
import { Dummy } from "../../src/completion/dummy.ts";
import { Echo } from "../../src/completion/echo.ts";
import { OpenAIChat } from "../../src/completion/openai-chat.ts";
import { OpenAIResponses } from "../../src/completion/openai-responses.ts";
import { OpenAIText } from "../../src/completion/openai-text.ts";
import { Oracle } from "../../src/completion/oracle.ts";
import type { CompletionFn } from "../../src/core/completion.ts";
import { testCompletionFn } from "../contracts/completion-fn.ts";
import { type Fault, testFailures } from "../contracts/completion-fn-failures.ts";
import { fakeOpenAI, HTML, type Reply, refusal } from "../helpers/fake-openai.ts";
import { chatAt, serve, testContext } from "./contexts.ts";

testCompletionFn("dummy", () => new Dummy());
testCompletionFn("echo", () => new Echo());
testCompletionFn("constant", () => new Constant({ text: "Lima" }));
testCompletionFn("oracle", () => new Oracle(Oracle.Args.parse({ accuracy: 0.5, latency_ms: 1 })));
testCompletionFn("baseline-countries", () => new BaselineCountries());
testCompletionFn("openai-chat", async () => chatAt(await serve("Lima")));
testCompletionFn("openai-text", async () => {
  const { baseURL } = await serve("Lima");
  return new OpenAIText({ model: "davinci-002", base_url: baseURL }, testContext());
});
testCompletionFn("openai-responses", async () => {
  const { baseURL } = await serve("Lima");
  return new OpenAIResponses({ model: "gpt-5", base_url: baseURL }, testContext());
});
testCompletionFn("azure-openai", async () => {
  const { baseURL: endpoint } = await serve("Lima");
  const args = { endpoint, deployment: "d1", api_version: "2024-10-21", api_key: "key-of-azure" };
  return new AzureOpenAI(AzureOpenAI.Args.parse(args), testContext());
});
testCompletionFn("openai-chat by a stream", async () =>
  chatAt(await serve("Lima"), { stream: true }),
);

/** Whatever is wrong with an endpoint is the same for all that ask it. */
function endpointFaults(
  at: (baseURL: string, args?: object, timeoutMs?: number) => CompletionFn,
): Fault[] {
  const replied = (when: string, reply: Reply, rest: Pick<Fault, "says" | "kind">): Fault => ({
    when,
    make: async () => at((await serve(reply)).baseURL),
    ...rest,
  });
  return [
    {
      when: "nothing listens at the URL",
      make: async () => {
        const { baseURL, close } = await fakeOpenAI("unused");
        await close();
        return at(baseURL);
      },
      says: "nothing listens there",
      kind: "transient",
    },
    {
      when: "the URL is none",
      make: () => at("localhost"),
      says: '"localhost" is not the address of',
      kind: "config",
    },
    {
      when: "the key is missing",
      make: () => at("http://127.0.0.1:9/v1", { api_key_env: "OAIEVAL_TEST_NO_KEY" }),
      says: /^OAIEVAL_TEST_NO_KEY.* is not set$/,
      kind: "config",
    },
    {
      when: "nothing is ever answered",
      make: async () => at((await serve({ fault: "silence" })).baseURL, {}, 50),
      says: /: no answer within [\d.]+ s$/,
      kind: "timeout",
    },
    replied("the key is wrong", refusal(401, { message: "Incorrect API key" }), {
      says: /: 401 Incorrect API key$/,
      kind: "fatal",
    }),
    replied("the URL leads elsewhere", HTML, {
      says: "the answer is no completion: <!doctype html>",
      kind: "transient",
    }),
    replied(
      "the URL has the wrong path",
      { status: 404, body: "Not Found" },
      {
        says: /: 404 Not Found$/,
        kind: "fatal",
      },
    ),
    replied("the answer is cut off", { fault: "half" }, { says: "cut off", kind: "transient" }),
    replied("the prompt is refused", refusal(400, { message: "Invalid prompt" }), {
      says: /: 400 Invalid prompt$/,
      kind: "permanent",
    }),
  ];
}

testFailures(
  "openai-chat",
  endpointFaults((base_url, args = {}, timeoutMs = 60_000) => {
    const parsed = OpenAIChat.Args.parse({ model: "m", base_url, ...args });
    return new OpenAIChat(parsed, testContext({ timeoutMs }));
  }),
);
testFailures(
  "openai-chat by a stream",
  endpointFaults((base_url, args = {}, timeoutMs = 60_000) => {
    const parsed = OpenAIChat.Args.parse({ model: "m", base_url, stream: true, ...args });
    return new OpenAIChat(parsed, testContext({ timeoutMs }));
  }),
);
testFailures(
  "openai-text",
  endpointFaults((base_url, args = {}, timeoutMs = 60_000) => {
    const parsed = OpenAIText.Args.parse({ model: "m", base_url, ...args });
    return new OpenAIText(parsed, testContext({ timeoutMs }));
  }),
);
testFailures(
  "openai-responses",
  endpointFaults((base_url, args = {}, timeoutMs = 60_000) => {
    const parsed = OpenAIResponses.Args.parse({ model: "m", base_url, ...args });
    return new OpenAIResponses(parsed, testContext({ timeoutMs }));
  }),
);
testFailures(
  "azure-openai",
  endpointFaults((endpoint, args = {}, timeoutMs = 60_000) => {
    const place = { endpoint, deployment: "d1", api_version: "2024-10-21" };
    const key = "api_key_env" in args ? args : { api_key: "key-of-azure" };
    const parsed = AzureOpenAI.Args.parse({ ...place, ...key });
    return new AzureOpenAI(parsed, testContext({ timeoutMs }));
  }),
);
