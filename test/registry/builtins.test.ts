import { expect, test } from "vitest";
import { BUILTINS, findBuiltin } from "../../src/registry/builtins.ts";
import { CLASS_KINDS } from "../../src/registry/load-class.ts";

test.each(BUILTINS.map((builtin) => [builtin.name, builtin] as const))(
  "%s is a class of its kind, with a schema of its args",
  async (_, { kind, load }) => {
    const Class = (await load()) as { Args?: unknown; prototype: object };

    expect(Reflect.get(Class.prototype, CLASS_KINDS[kind].method)).toBeTypeOf("function");
    expect(Class.Args).toBeDefined();
  },
);

test("no name stands for two classes of a kind", () => {
  const names = BUILTINS.map(({ kind, name }) => `${kind} ${name}`);

  expect(new Set(names).size).toBe(names.length);
});

test.each([
  ["evals.elsuite.basic.match:Match", "match"],
  ["evals.elsuite.basic.includes:Includes", "includes"],
  ["evals.elsuite.basic.fuzzy_match:FuzzyMatch", "fuzzy-match"],
  ["evals.elsuite.basic.json_match:JsonMatch", "json-match"],
  ["evals.elsuite.basic.json_validator:JsonValidator", "json-validator"],
  ["evals.elsuite.basic.match_with_solvers:MatchWithSolvers", "match-with-solvers"],
  ["evals.elsuite.translate:Translate", "translate"],
  ["evals.elsuite.multiple_choice:MultipleChoice", "multiple-choice"],
  ["evals.elsuite.lambada:Lambada", "lambada"],
  ["evals.elsuite.test.match:TestMatch", "test-match"],
  ["evals.completion_fns.openai:OpenAIChatCompletionFn", "openai-chat"],
  ["evals.completion_fns.openai:OpenAICompletionFn", "openai-text"],
  ["OpenAIChatAPI", "openai-chat"],
])("%s of another framework is %s here", (foreign, name) => {
  expect(findBuiltin(foreign, "eval")?.name).toBe(name);
});

test.each(["constructor", "toString", "__proto__", ""])("%j is no built-in", (name) => {
  expect(findBuiltin(name, "eval")).toBeUndefined();
});
