import { expect, test } from "vitest";
import { z } from "zod";
import { ConfigError } from "../../src/core/errors.ts";
import { instantiate } from "../../src/registry/instantiate.ts";
import type { AnyClass, LoadedClass } from "../../src/registry/load-class.ts";
import { errorOf, openRegistry } from "./open.ts";

class Judge {
  static readonly Args = z.strictObject({
    samples_jsonl: z.string(),
    max_tokens: z.int().positive().default(7),
    mode: z.enum(["a", "b"]).optional(),
    stop: z.union([z.string(), z.array(z.string())]).optional(),
    options: z.strictObject({ deep: z.boolean() }).optional(),
  });
  readonly args: unknown;
  readonly context: unknown;
  constructor(args: unknown, context: unknown) {
    this.args = args;
    this.context = context;
  }
  evalSample() {}
}

function loadedAs(Class: AnyClass, kind: LoadedClass["kind"] = "eval"): LoadedClass {
  return { Class, reference: "./judge.ts:Judge", kind };
}

/** An order by YAML with these args, from the sixth line on. */
function orderOf(args: string) {
  const indented = args.replaceAll(/^/gm, "    ");
  const { registry, path } = openRegistry({
    "evals/t.yaml": `# head\n\nt.v0:\n  class: match\n  args:\n${indented}\n`,
  });
  return { spec: registry.eval("t.v0"), file: path("evals/t.yaml") };
}

test("args are checked, defaults filled, and the context handed on", () => {
  const { spec } = orderOf("samples_jsonl: a");

  const made = instantiate(loadedAs(Judge), { spec }, "context");

  expect(made).toBeInstanceOf(Judge);
  expect(made).toMatchObject({ args: { samples_jsonl: "a", max_tokens: 7 }, context: "context" });
});

test("args of a class without a schema go in as they are", () => {
  class Free {
    readonly args: unknown;
    constructor(args: unknown) {
      this.args = args;
    }
    evalSample() {}
  }
  const { spec } = orderOf("anything: [1]");

  expect(instantiate(loadedAs(Free), { spec, overrides: { more: 2 } }, {})).toMatchObject({
    args: { anything: [1], more: 2 },
  });
});

test("R30: a misspelt argument is named with file, line and near name", async () => {
  const { spec, file } = orderOf("max_tokens: 1\nsmaples_jsonl: a.jsonl");

  const error = await errorOf(() => instantiate(loadedAs(Judge), { spec }, {}));

  expect(error.message).toContain('./judge.ts:Judge does not take the args of "t.v0"');
  expect(error.message).toContain('"smaples_jsonl" is not known; did you mean "samples_jsonl"?');
  expect(error.where).toContain(`${file}:7`);
});

test.each([
  ["max_tokens: many", '"max_tokens" is wrong: expected a number, found the string "many"'],
  ["max_tokens: 1.5", '"max_tokens" is wrong: expected a whole number, found the number 1.5'],
  [
    "max_tokens: 0",
    '"max_tokens" is wrong: Too small: expected number to be >0, found the number 0',
  ],
  ["max_tokens:", '"max_tokens" is wrong: expected a number, found null'],
  ["mode: c", '"mode" is wrong: expected "a" or "b", found the string "c"'],
  ["stop: 3", '"stop" is wrong: expected a string or a list, found the number 3'],
  ["stop: [a, 3]", '"stop[1]" is wrong: expected a string, found the number 3'],
  ["options: [x]", '"options" is wrong: expected an object, found a list'],
  ["options: { deep: 1 }", '"options.deep" is wrong: expected true or false, found the number 1'],
  ["options: { deep: true, wide: 1 }", '"options.wide" is not known'],
  [
    "elsewhere: 1",
    '"elsewhere" is not known; it takes samples_jsonl, max_tokens, mode, stop, options',
  ],
])("the args `%s` are refused with what was expected and found", async (args, message) => {
  const { spec, file } = orderOf(`samples_jsonl: a\n${args}`);

  const error = await errorOf(() => instantiate(loadedAs(Judge), { spec }, {}));

  expect(error.message).toContain(message);
  expect(error.where).toBe(`${file}:7`);
});

test("a missing argument is named with the entry's line", async () => {
  const { spec, file } = orderOf("mode: a");

  const error = await errorOf(() => instantiate(loadedAs(Judge), { spec }, {}));

  expect(error.message).toContain('"samples_jsonl" is missing: expected a string');
  expect(error.where).toBe(`${file}:5`);
});

test("R23: an argument of the command line is blamed on the flag", async () => {
  const { spec } = orderOf("samples_jsonl: a");
  const order = { spec, overrides: { max_token: 3 }, flag: "--extra-eval-params" };

  const error = await errorOf(() => instantiate(loadedAs(Judge), order, {}));

  expect(error.message).toContain('"max_token" is not known; did you mean "max_tokens"?');
  expect(error.where).toBe("--extra-eval-params");
});

test("a class that takes nothing says so", async () => {
  class Plain {
    static readonly Args = z.strictObject({});
    evalSample() {}
  }
  const { spec } = orderOf("x: 1");

  const error = await errorOf(() => instantiate(loadedAs(Plain), { spec }, {}));

  expect(error.message).toContain('"x" is not known; it takes no arguments');
});

test("a constructor that throws is named, the error kept", async () => {
  class Throwing {
    constructor() {
      throw new RangeError("no");
    }
    evalSample() {}
  }
  const { spec, file } = orderOf("x: 1");

  const error = await errorOf(() => instantiate(loadedAs(Throwing), { spec }, {}));

  expect(error.message).toBe('"t.v0" cannot be made, ./judge.ts:Judge threw: no');
  expect(error.where).toBe(`${file}:3`);
  expect(error.cause).toBeInstanceOf(RangeError);
});

test("an error that a constructor raises on purpose stays what it is", async () => {
  class Refusing {
    constructor() {
      throw new ConfigError("set a key", { fix: "export KEY" });
    }
    evalSample() {}
  }
  const { spec } = orderOf("x: 1");

  expect(await errorOf(() => instantiate(loadedAs(Refusing), { spec }, {}))).toMatchObject({
    message: "set a key",
    fix: "export KEY",
  });
});

test("an object without the method of its kind is refused", async () => {
  class Empty {}
  const { spec } = orderOf("x: 1");

  const error = await errorOf(() => instantiate(loadedAs(Empty, "sink"), { spec }, {}));

  expect(error.message).toBe('"./judge.ts:Judge" does not make a recorder');
  expect(error.fix).toBe('give the class a method "write"');
});

test("a method may be a property", () => {
  class Arrow {
    readonly complete = async () => "x";
  }
  const { spec } = orderOf("x: 1");

  expect(instantiate(loadedAs(Arrow, "completion-fn"), { spec }, {})).toBeInstanceOf(Arrow);
});
