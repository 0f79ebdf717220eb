import { afterEach, expect, test, vi } from "vitest";
import { serve, testCall } from "../completion/contexts.ts";
import type { Files } from "../helpers/temp-registry.ts";
import { errorOf, openRegistry } from "./open.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

async function ask(name: string, files: Files, args: Record<string, unknown> = {}) {
  const { registry } = openRegistry(files);
  const fn = await registry.completionFn(name, args);
  const call = testCall();
  const { completions } = await fn.complete([{ role: "user", content: "2+2?" }], {}, call);
  const types = call.record.drafts.map(({ type }) => type);
  return { completions, types };
}

test("solvers of an existing registry, nested in each other, ask their models", async () => {
  const server = await serve("It is four.", "'4.'");
  vi.stubEnv("OPENAI_BASE_URL", server.baseURL);

  const { completions, types } = await ask("generation/cot/m", {
    "solvers/s.yaml": `generation/cot/m:
  class: evals.solvers.nested.cot_solver:CoTSolver
  args:
    cot_solver:
      class: evals.solvers.providers.openai.openai_solver:OpenAISolver
      args:
        completion_fn_options: { model: gpt-3.5-turbo, extra_options: { temperature: 1, max_tokens: 512 } }
    extract_solver:
      class: evals.solvers.providers.openai.openai_solver:OpenAISolver
      args:
        completion_fn_options: { model: gpt-3.5-turbo, extra_options: { temperature: 0, max_tokens: 1 } }
        valid_answers: ["3", "4"]
        postprocessors:
          - evals.solvers.postprocessors.postprocessors:Strip
          - evals.solvers.postprocessors.postprocessors:RemoveQuotes
          - evals.solvers.postprocessors.postprocessors:RemovePeriod
`,
  });

  expect(completions).toEqual(["4"]);
  // Two calls, each logged by the model that was asked, and three steps of tidying up.
  expect(types).toEqual(["sampling", "sampling", ...Array(3).fill("postprocessor")]);
  expect(server.requests.map(({ body }) => [body.temperature, body.max_tokens])).toEqual([
    [1, 512],
    [0, 1],
  ]);
  expect(server.requests[1]?.body.logit_bias).toEqual({ "18": 100, "19": 100 });
});

test("a path in a nested class starts where the entry's file is", async () => {
  const { completions } = await ask("outer", {
    "solvers/s.yaml": `outer:
  class: evals.solvers.nested.self_consistency_solver:SelfConsistencySolver
  args: { num_generations: 3, solver: { class: ./fn.mjs:answer } }
`,
    "solvers/fn.mjs": 'export const answer = () => "The answer is 4";\n',
  });

  expect(completions).toEqual(["4"]);
});

test("data of a nested class is found below the entry's root", async () => {
  const { completions } = await ask("outer", {
    "solvers/s.yaml": `outer:
  class: evals.solvers.nested.fewshot_solver:FewShotSolver
  args: { train_jsonl: train.jsonl, n_shots: 1, base_solver: { class: builtin:echo } }
`,
    "data/train.jsonl": '{"input": "1+1?", "ideal": "2"}\n',
  });

  expect(completions).toEqual(["2+2?"]);
});

test("cot asks whom the command line says, and is logged by that one alone", async () => {
  const { completions, types } = await ask("cot", {}, { cot_completion_fn: "echo" });

  expect(completions).toEqual(["2+2?"]);
  expect(types).toEqual(["sampling", "sampling"]);
});

test("a wrong arg of a nested class is named with the entry's place", async () => {
  const { registry, path } = openRegistry({
    "solvers/s.yaml": `outer:
  class: chain-of-thought
  args: { cot_completion_fn: { class: constant, args: { txt: a } } }
`,
  });

  const error = await errorOf(() => registry.completionFn("outer"));

  expect(error.message).toContain('constant does not take the args of "outer": "text"');
  expect(error.where).toContain(path("solvers/s.yaml"));
});

test("a nested Python class without a counterpart is named in one line", async () => {
  const error = await errorOf(() =>
    ask("outer", {
      "solvers/s.yaml": `outer:
  class: evals.solvers.nested.cot_solver:CoTSolver
  args:
    cot_solver: { class: "evals.solvers.nested.hhh_solver:HHHSolver", args: { solver: { class: x } } }
    extract_solver: { class: "evals.solvers.solver:DummySolver" }
`,
    }),
  );

  expect(error.message).toContain('"evals.solvers.nested.hhh_solver:HHHSolver" is a Python class');
});

test.each([
  ["itself", "a: { class: chain-of-thought, args: { cot_completion_fn: a } }", '"a" → "a"'],
  [
    "itself by an alias and another",
    `a: { class: chain-of-thought, args: { cot_completion_fn: b } }
b: { class: post-processed, args: { completion_fn: { class: post-processed, args: { completion_fn: c, postprocessors: [] } }, postprocessors: [] } }
c: { id: a }`,
    '"a" → "b" → "b" → "a"',
  ],
])("a function that asks %s is refused", async (_, yaml, trail) => {
  const error = await errorOf(() => ask("a", { "completion_fns/f.yaml": `${yaml}\n` }));

  expect(error.message).toBe(`a completion function asks itself: ${trail}`);
});

test("a function may be asked in two places", async () => {
  const { completions } = await ask("a", {
    "completion_fns/f.yaml":
      "a: { class: chain-of-thought, args: { cot_completion_fn: echo, extract_completion_fn: echo } }\n",
  });

  expect(completions).toEqual(["2+2?"]);
});

test("retrieval embeds and asks by the protocol of OpenAI", async () => {
  const vector = { status: 200, body: { data: [{ embedding: [1, 0] }], model: "e" } };
  const server = await serve(vector, "4");
  vi.stubEnv("OPENAI_BASE_URL", server.baseURL);

  const { completions, types } = await ask("rag", {
    "completion_fns/f.yaml": `rag:
  class: evals.completion_fns.retrieval:RetrievalCompletionFn
  args: { completion_fn: gpt-4o, embeddings_and_text_path: facts.csv, k: 1 }
`,
    "data/facts.csv": 'text,embedding\n"Two, and two","[0.9, 0.1]"\nthree,"[0.1, 0.9]"\n',
  });

  expect(completions).toEqual(["4"]);
  expect(types).toEqual(["retrieval", "sampling"]);
  expect(server.requests.map(({ path }) => path)).toEqual([
    "/v1/embeddings",
    "/v1/chat/completions",
  ]);
  expect(server.requests[1]?.body.messages[0].content).toContain("Two, and two");
});
