import { expect, test } from "vitest";
import { Retrieval } from "../../../src/completion/composite/retrieval.ts";
import type { CompletionFn, EmbeddingFn } from "../../../src/core/completion.ts";
import { CompletionError } from "../../../src/core/errors.ts";
import { listRows } from "../../../src/core/row-source.ts";
import { answering } from "../../helpers/answering.ts";
import { contextWith, testCall } from "../contexts.ts";

/** An embedder of two dimensions: how much of a text is about Peru, and how much about Chile. */
function embedder(): EmbeddingFn & { readonly asked: (readonly string[])[] } {
  const asked: (readonly string[])[] = [];
  return {
    asked,
    async embed(texts) {
      asked.push(texts);
      const embeddings = texts.map((text) => [
        count(text, "Peru") + 0.1,
        count(text, "Chile") + 0.1,
      ]);
      return { embeddings, model: "embed-1", usage: { total_tokens: 3 } };
    },
  };
}

function count(text: string, word: string): number {
  return text.split(word).length - 1;
}

const ROWS = [
  { text: "Chile is long.", embedding: [0.1, 1.1] },
  { text: "Peru is high.", embedding: "[1.1, 0.1]" },
  { text: "Peru and Chile meet.", embedding: [1, 1] },
];

interface Parts {
  readonly inner?: CompletionFn;
  readonly fn?: EmbeddingFn;
  readonly rows?: readonly unknown[];
}

function retrieval(
  args: object,
  { inner = answering("Lima"), fn = embedder(), rows = ROWS }: Parts = {},
) {
  const parsed = Retrieval.Args.parse({
    completion_fn: "inner",
    embeddings_and_text_path: "facts.csv",
    k: 2,
    ...args,
  });
  const context = {
    ...contextWith({ inner }, fn),
    openRows: async (name: string) => listRows(rows, name),
  };
  return new Retrieval(parsed, context);
}

const QUESTION = [{ role: "user", content: "Peru?" }];

test("the nearest passages stand before the prompt, nearest first", async () => {
  const inner = answering(" Lima\n");
  const call = testCall();

  const fn = retrieval({ retrieval_template: "Know this: {passages}" }, { inner });
  const { completions } = await fn.complete(QUESTION, { temperature: 0 }, call);

  expect(completions).toEqual(["Lima"]);
  expect(inner.calls).toMatchObject([
    {
      prompt: [
        { role: "system", content: "Know this: Peru is high. Peru and Chile meet." },
        ...QUESTION,
      ],
      params: { temperature: 0 },
    },
  ]);
  // The question is (1.1, 0.1): its cosine to (1, 1) is 1.2 / (√1.22 · √2).
  expect(call.record.drafts).toMatchObject([
    {
      type: "retrieval",
      data: {
        passages: [
          { text: "Peru is high.", similarity: 1, where: "facts.csv:2" },
          { text: "Peru and Chile meet.", similarity: 0.768221, where: "facts.csv:3" },
        ],
        model: "embed-1",
        usage: { total_tokens: 3 },
      },
    },
    { type: "sampling" },
  ]);
});

test("a template without a place for them stands before the passages, as in openai/evals", async () => {
  const inner = answering("Lima");

  await retrieval({ retrieval_template: "Know this: ", k: 1 }, { inner }).complete(
    "Peru?",
    {},
    testCall(),
  );

  expect(inner.calls[0]?.prompt).toEqual([
    { role: "system", content: "Know this: Peru is high." },
    { role: "system", content: "Peru?" },
  ]);
});

test("braces in passages are plain text", async () => {
  const inner = answering("Lima");
  const rows = [{ text: "{passages} {x} Peru", embedding: [1, 0] }];

  await retrieval({ retrieval_template: "{passages}" }, { inner, rows }).complete(
    QUESTION,
    {},
    testCall(),
  );

  expect(inner.calls[0]?.prompt).toMatchObject([{ content: "{passages} {x} Peru" }, {}]);
});

test("texts without an embedding are embedded once for all samples, a hundred a request", async () => {
  const fn = embedder();
  const rows = [
    ...Array.from({ length: 150 }, (_, index) => ({ text: `Chile ${index}` })),
    { text: "Peru is high.", embedding: "" },
    { text: "Peru again", embedding: [1, 0] },
  ];
  const subject = retrieval({ k: 1 }, { fn, rows });
  await subject.prepare();

  expect(fn.asked).toEqual([]);
  await Promise.all([1, 2, 3].map(() => subject.complete(QUESTION, {}, testCall())));

  expect(fn.asked.map(({ length }) => length)).toEqual([100, 51, 1, 1, 1]);
});

test("a sample that is stopped while texts are embedded leaves the work to the next", async () => {
  const stop = new AbortController();
  const reason = new Error("its time is up");
  const inner = embedder();
  let calls = 0;
  const fn: EmbeddingFn = {
    async embed(texts, signal) {
      if (calls++ > 0) return inner.embed(texts, signal);
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
    },
  };
  const subject = retrieval({ k: 1 }, { fn, rows: [{ text: "Peru" }] });

  const first = subject.complete(QUESTION, {}, testCall({ signal: stop.signal }));
  const second = subject.complete(QUESTION, {}, testCall());
  await new Promise(setImmediate);
  stop.abort(reason);

  await expect(first).rejects.toBe(reason);
  await expect(second).resolves.toMatchObject({ completions: ["Lima"] });
});

test("an embedder that fails is the sample's error", async () => {
  const fn: EmbeddingFn = {
    async embed() {
      throw new CompletionError("embed-1: 400 too long");
    },
  };

  const answer = retrieval({}, { fn, rows: [{ text: "Peru" }] }).complete(QUESTION, {}, testCall());

  await expect(answer).rejects.toThrow("embed-1: 400 too long");
});

test.each([
  ["no row", [], "there is no passage to retrieve"],
  ["a row without a text", [{ embedding: [1, 0] }], "text"],
  ["an embedding of words", [{ text: "a", embedding: "[a, b]" }], "expected a list"],
  [
    "embeddings of two lengths",
    [
      { text: "a", embedding: [1, 0] },
      { text: "b", embedding: [1, 0, 0] },
    ],
    "an embedding has 3 numbers, others have 2",
  ],
])("%s is refused before a call", async (_, rows, message) => {
  await expect(retrieval({}, { rows }).prepare()).rejects.toThrow(message);
});

test("passages of another model than the question's end the run", async () => {
  const rows = [{ text: "a", embedding: [1, 0, 0] }];

  await expect(retrieval({}, { rows }).complete(QUESTION, {}, testCall())).rejects.toMatchObject({
    name: "ConfigError",
    message: "an embedding has 2 numbers, others have 3",
    where: "embedding_model",
  });
});

test("a template that asks for something else is refused when it is made", () => {
  expect(() => retrieval({ retrieval_template: "{texts}" })).toThrow('asks for "texts"');
});
