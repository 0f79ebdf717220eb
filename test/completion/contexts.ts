import { onTestFinished } from "vitest";
import { logged } from "../../src/completion/calls/logged.ts";
import { OpenAIChat } from "../../src/completion/openai/openai-chat.ts";
import type { CallContext, CompletionFn, EmbeddingFn } from "../../src/core/completion.ts";
import type { CompletionFnContext, InlineSpec } from "../../src/core/registry-view.ts";
import { RunScope } from "../../src/core/run-scope.ts";
import { SampleRecorder } from "../../src/core/sample-recorder.ts";
import { Secrets } from "../../src/core/secrets.ts";
import { type FakeOpenAI, fakeOpenAI, type Reply } from "../helpers/fake-openai.ts";

/** What a completion function is made with, and the warnings that it gave. */
export interface TestContext extends CompletionFnContext {
  readonly warnings: string[];
}

export function testContext(context: Partial<CompletionFnContext> = {}): TestContext {
  const warnings: string[] = [];
  return {
    name: "test",
    registry: {
      completionFn: refuse,
      embeddingFn: refuse,
      metric: refuse,
      modelgradedSpec: refuse,
    },
    scope: new RunScope(),
    secrets: new Secrets(),
    timeoutMs: 60_000,
    cwd: process.cwd(),
    openRows: refuse,
    importPackage: refuse,
    findFile: (reference) => reference,
    loadModule: refuse,
    warn: (message) => warnings.push(message),
    ...context,
    warnings,
  };
}

/** A context whose registry has these functions by name, or by class, logged as all are. */
export function contextWith(
  fns: Readonly<Record<string, CompletionFn>>,
  embedder?: EmbeddingFn,
): TestContext {
  return testContext({
    registry: {
      completionFn: async (asked: string | InlineSpec) => {
        const name = typeof asked === "string" ? asked : asked.class;
        return logged(fns[name] ?? (await refuse(name)));
      },
      embeddingFn: async (name) => embedder ?? refuse(name),
      metric: refuse,
      modelgradedSpec: refuse,
    },
  });
}

async function refuse(name: string): Promise<never> {
  throw new Error(`asked for ${name}`);
}

export function testCall(call: Partial<CallContext> = {}): CallContext {
  return {
    sampleId: "test.dev.0",
    sample: { input: "What is the capital of Peru?", ideal: "Lima" },
    repeat: 0,
    record: new SampleRecorder(),
    signal: new AbortController().signal,
    ...call,
  };
}

/** A fake server that closes with the test. */
export async function serve(...replies: readonly Reply[]): Promise<FakeOpenAI> {
  const server = await fakeOpenAI(...replies);
  onTestFinished(() => server.close());
  return server;
}

/** A chat function before a server, made of args as a registry entry has them. */
export function chatAt(
  { baseURL }: FakeOpenAI,
  args: object = {},
  context: Partial<CompletionFnContext> = {},
): OpenAIChat {
  const parsed = OpenAIChat.Args.parse({ model: "gpt-4o", base_url: baseURL, ...args });
  return new OpenAIChat(parsed, testContext(context));
}
