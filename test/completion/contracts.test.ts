import { AzureOpenAI } from "../../src/completion/azure-openai.ts";
import { BaselineCountries } from "../../src/completion/baseline-countries.ts";
import { Constant } from "../../src/completion/constant.ts";
import { Dummy } from "../../src/completion/dummy.ts";
import { Echo } from "../../src/completion/echo.ts";
import { OpenAIResponses } from "../../src/completion/openai-responses.ts";
import { OpenAIText } from "../../src/completion/openai-text.ts";
import { Oracle } from "../../src/completion/oracle.ts";
import { testCompletionFn } from "../contracts/completion-fn.ts";
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
