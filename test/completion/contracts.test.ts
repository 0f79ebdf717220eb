import * as anthropic from "@ai-sdk/anthropic";
import * as sdk from "ai";
import { AiSdk } from "../../src/completion/ai-sdk/ai-sdk.ts";
import { BaselineCountries } from "../../src/completion/baseline-countries.ts";
import { ChainOfThought } from "../../src/completion/composite/chain-of-thought.ts";
import { CotSolver } from "../../src/completion/composite/cot-solver.ts";
import { FewShotSolver } from "../../src/completion/composite/few-shot-solver.ts";
import { OpenAISolver } from "../../src/completion/composite/openai-solver.ts";
import { PostProcessed } from "../../src/completion/composite/post-processed.ts";
import { Retrieval } from "../../src/completion/composite/retrieval.ts";
import { SelfConsistency } from "../../src/completion/composite/self-consistency.ts";
import { Constant } from "../../src/completion/constant.ts";
import { Dummy } from "../../src/completion/dummy.ts";
import { Echo } from "../../src/completion/echo.ts";
import { runnableClass } from "../../src/completion/lang-chain/lang-chain.ts";
import { AzureOpenAI } from "../../src/completion/openai/azure-openai.ts";
import { OpenAIChat } from "../../src/completion/openai/openai-chat.ts";
import { OpenAIResponses } from "../../src/completion/openai/openai-responses.ts";
import { OpenAIText } from "../../src/completion/openai/openai-text.ts";
import { Oracle } from "../../src/completion/oracle.ts";
import { Command } from "../../src/completion/outside/command.ts";
import { HttpEndpoint } from "../../src/completion/outside/http-endpoint.ts";
import { Recorded } from "../../src/completion/outside/recorded.ts";
import type { CompletionFn } from "../../src/core/completion.ts";
import { listRows } from "../../src/core/row-source.ts";
import { testCompletionFn } from "../contracts/completion-fn.ts";
import { type Fault, testFailures } from "../contracts/completion-fn-failures.ts";
import { answering } from "../helpers/answering.ts";
import { fakeOpenAI, HTML, type Reply, refusal } from "../helpers/fake-openai.ts";
import { chatAt, contextWith, serve, testContext } from "./contexts.ts";
import { chatty } from "./fixtures/chain.ts";

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
testCompletionFn("ai-sdk", async () => {
  const usage = { input_tokens: 7, output_tokens: 2 };
  const content = [{ type: "text", text: "Lima" }];
  const body = { id: "m", type: "message", role: "assistant", model: "claude-1", content, usage };
  const { baseURL } = await serve({ status: 200, body: { ...body, stop_reason: "end_turn" } });
  const args = { model: "anthropic/claude-1", base_url: baseURL, api_key: "key-of-anthropic" };
  const importPackage = async (name: string) => ({ ...(name === "ai" ? sdk : anthropic) });
  return new AiSdk(AiSdk.Args.parse(args), testContext({ importPackage }));
});
testCompletionFn("a LangChain runnable", async () => {
  const { baseURL } = await serve("Lima");
  const LangChain = runnableClass(chatty as { invoke(input: unknown, options?: object): unknown });
  return new LangChain({ options: { configurable: { url: baseURL } } }, testContext());
});
testCompletionFn("command", () => {
  const command = [process.execPath, "-e", "console.log('Lima')"];
  return new Command(Command.Args.parse({ command }), testContext());
});
testCompletionFn("http", async () => {
  const { baseURL: url } = await serve({ status: 200, body: { text: "Lima" } });
  return new HttpEndpoint(HttpEndpoint.Args.parse({ url, path: "text" }), testContext());
});
testCompletionFn("recorded", () => {
  const rows = [{ sample_id: "test.dev.0", completion: "Lima" }];
  const many = Array.from({ length: 20 }, (_, index) => ({
    sample_id: `t.dev.${index}`,
    completion: "Lima",
  }));
  const openRows = async (name: string) => listRows([...rows, ...many], name);
  const args = Recorded.Args.parse({ path: "earlier.jsonl", match: "sample_id" });
  return new Recorded(args, testContext({ openRows }));
});

const inner = () => contextWith({ inner: answering("Lima"), "openai-chat": answering("Lima") });

testCompletionFn(
  "chain-of-thought",
  () => new ChainOfThought(ChainOfThought.Args.parse({ cot_completion_fn: "inner" }), inner()),
  { calls: 2 },
);
testCompletionFn(
  "cot-solver",
  () => {
    const solver = { class: "inner" };
    const args = CotSolver.Args.parse({ cot_solver: solver, extract_solver: solver });
    return new CotSolver(args, inner());
  },
  { calls: 2 },
);
testCompletionFn(
  "self-consistency",
  () => {
    const args = { completion_fn: "inner", num_generations: 2, mode: "judge" };
    return new SelfConsistency(SelfConsistency.Args.parse(args), inner());
  },
  { calls: 3 },
);
testCompletionFn("retrieval", () => {
  const embed = async (texts: readonly string[]) => ({ embeddings: texts.map(() => [1, 0]) });
  const openRows = async (name: string) => listRows([{ text: "Peru", embedding: [1, 0] }], name);
  const args = { completion_fn: "inner", embeddings_and_text_path: "facts.jsonl" };
  const context = { ...contextWith({ inner: answering("Lima") }, { embed }), openRows };
  return new Retrieval(Retrieval.Args.parse(args), context);
});
testCompletionFn("post-processed", () => {
  const args = { completion_fn: "inner", postprocessors: ["strip"] };
  return new PostProcessed(PostProcessed.Args.parse(args), inner());
});
testCompletionFn("openai-solver", () => {
  const args = { completion_fn_options: { model: "gpt-4o" } };
  return new OpenAISolver(OpenAISolver.Args.parse(args), inner());
});
testCompletionFn("few-shot-solver", () => {
  const openRows = async (name: string) => listRows([{ input: "Chile?", ideal: "Santiago" }], name);
  const args = { train_jsonl: "train.jsonl", n_shots: 1, base_solver: { class: "inner" } };
  return new FewShotSolver(FewShotSolver.Args.parse(args), { ...inner(), openRows });
});
