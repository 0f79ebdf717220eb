import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { Eval } from "../../src/core/eval.ts";
import { Registry } from "../../src/registry/registry.ts";
import { type Files, tempRegistry } from "../helpers/temp-registry.ts";
import { errorOf, openRegistry } from "./open.ts";

const EVAL = `import { Eval } from "oaieval";
export class Mine extends Eval { async evalSample(): Promise<void> {} }
`;

/** The class of the only eval, which YAML names by `cls`. */
function load(cls: string, files: Files) {
  const opened = openRegistry({
    ...files,
    "evals/t.yaml": `t.v0:\n  class: ${JSON.stringify(cls)}\n`,
  });
  return {
    ...opened,
    loading: async () => opened.registry.loadClass(opened.registry.eval("t.v0"), "eval"),
  };
}

test("a file beside the YAML is loaded, and its Eval is the one that runs", async () => {
  const { loading } = load("./mine.ts:Mine", { "evals/mine.ts": EVAL });

  const { Class, reference } = await loading();

  expect(reference).toBe("./mine.ts:Mine");
  expect(Class.prototype).toBeInstanceOf(Eval);
});

test.each([
  ["a path upwards", "../code/mine.ts:Mine", "code/mine.ts"],
  [
    "a path with blanks and signs",
    "./a b/#1 100%25:x/mine.ts:Mine",
    "evals/a b/#1 100%25:x/mine.ts",
  ],
  ["a JavaScript file", "./mine.mjs:Mine", "evals/mine.mjs"],
  ["a .js file without a package", "./mine.js:Mine", "evals/mine.js"],
])("R127: %s is loaded", async (...[, cls, file]) => {
  const source = EVAL.replace(": Promise<void>", "");
  const { loading } = load(cls, { [file]: source });

  expect((await loading()).Class.name).toBe("Mine");
});

test("an absolute path and a file URL are loaded", async () => {
  const folder = tempRegistry({ "a b#/mine.ts": EVAL });
  const path = join(folder, "a b#/mine.ts");

  expect((await load(`${path}:Mine`, {}).loading()).Class.name).toBe("Mine");
  expect((await load(`${pathToFileURL(path).href}:Mine`, {}).loading()).Class.name).toBe("Mine");
});

test("a CommonJS file is loaded", async () => {
  const { loading } = load("./mine.cjs:Mine", {
    "evals/mine.cjs": "module.exports.Mine = class Mine { async evalSample() {} };\n",
  });

  expect((await loading()).Class.name).toBe("Mine");
});

test("a default export is called default", async () => {
  const { loading } = load("./mine.ts:default", {
    "evals/mine.ts": EVAL.replace("export class", "export default class"),
  });

  expect((await loading()).Class.name).toBe("Mine");
});

test("R128: imports without an extension, or with that of the compiled file, are found", async () => {
  const { loading } = load("./mine.ts:Mine", {
    "evals/mine.ts": `import { one } from "./one";\nimport { two } from "./two.js";\n${EVAL}export const sum: number = one + two;\n`,
    "evals/one.ts": "export const one: number = 1;\n",
    "evals/two.ts": "export const two: number = 2;\n",
  });

  expect((await loading()).Class.name).toBe("Mine");
});

test("R128: paths of tsconfig.json are followed, yet oaieval stays the running library", async () => {
  const { loading } = load("./mine.ts:Mine", {
    "tsconfig.json": `{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"], "oaieval": ["./lib/no.ts"] } } }`,
    "evals/mine.ts": `import { one } from "@lib/one";\n${EVAL}export const two: number = one * 2;\n`,
    "lib/one.ts": "export const one: number = 1;\n",
  });

  expect((await loading()).Class.prototype).toBeInstanceOf(Eval);
});

test("enums, parameter properties and top-level await are loaded, once however often they are asked for", async () => {
  const { loading, registry } = load("./mine.ts:Mine", {
    "evals/mine.ts": `import { Eval } from "oaieval";
await Promise.resolve();
enum Way { Out = 1 }
export class Mine extends Eval {
  constructor(private a: never, b: never) { super(a, b); }
  async evalSample(): Promise<void> { this.a ?? Way.Out; }
}`,
  });

  const [first, second] = await Promise.all([
    loading(),
    registry.loadClass(registry.eval("t.v0"), "eval"),
  ]);

  expect(first.Class).toBe(second.Class);
});

test("an installed package is found from the working directory, its oaieval being ours", async () => {
  const { loading } = load("@acme/evals/sub:Mine", {
    "node_modules/@acme/evals/package.json": `{ "name": "@acme/evals", "type": "module", "exports": { "./sub": "./lib/sub.js" } }`,
    "node_modules/@acme/evals/lib/sub.js": EVAL.replace(": Promise<void>", ""),
  });

  expect((await loading()).Class.prototype).toBeInstanceOf(Eval);
});

test("a package is found from the YAML that names it as well", async () => {
  const root = tempRegistry({
    "node_modules/acme/package.json": `{ "name": "acme", "exports": "./index.ts" }`,
    "node_modules/acme/index.ts": EVAL,
    "node_modules/acme/registry/evals/t.yaml": "t.v0: { class: acme:Mine }\n",
  });
  const registry = new Registry({
    paths: [join(root, "node_modules/acme")],
    cwd: tempRegistry({}),
    home: root,
  });

  expect((await registry.loadClass(registry.eval("t.v0"), "eval")).Class.name).toBe("Mine");
});

test("a reference of the command line starts from the working directory", async () => {
  const { registry, path } = openRegistry({ "code/MyEval.ts": EVAL });

  const spec = registry.eval("./code/MyEval.ts:Mine");

  expect(spec).toMatchObject({
    key: "my-eval.default",
    group: "my-eval",
    cls: `${path("code/MyEval.ts")}:Mine`,
    args: {},
    metrics: [],
  });
  expect((await registry.loadClass(spec, "eval")).Class.name).toBe("Mine");
});

test.each([
  ["builtin:fuzzy-match", "fuzzy-match.default"],
  ["evals.elsuite.basic.json_match:JsonMatch", "json-match.default"],
  ["@acme/my_evals:X", "my-evals.default"],
])("an eval by the reference %s is called %s", (reference, key) => {
  expect(openRegistry({}).registry.eval(reference).key).toBe(key);
});

test("a contributed eval answers to the name that it has in openai/evals", async () => {
  const { loading } = load("evals.elsuite.extract_countries:ExtractCountries", {});

  expect((await loading()).Class.name).toBe("ExtractCountries");
});

test("an export of a file is any value", async () => {
  const { registry } = openRegistry({ "rows.ts": "export const rows: number[] = [1, 2];\n" });

  expect(await registry.loadExport("./rows.ts:rows")).toEqual([1, 2]);
});

test("a missing file is named with a near one", async () => {
  const { loading, path } = load("./mien.ts:Mine", { "evals/mine.ts": EVAL });

  const error = await errorOf(loading);

  expect(error.message).toBe(`there is no file "${path("evals/mien.ts")}"`);
  expect(error.where).toBe(`${path("evals/t.yaml")}:1`);
  expect(error.fix).toBe('did you mean "mine.ts"?');
});

test("a missing folder is said to be missing", async () => {
  const { loading, path } = load("../code/mine.ts:Mine", {});

  expect((await errorOf(loading)).fix).toBe(`there is no folder "${path("code")}" either`);
});

test.each([
  ["Mien", 'did you mean "Mine"?'],
  ["Other", "it exports Mine, three"],
])("the missing export %s is named with what there is", async (name, fix) => {
  const { loading, path } = load(`./mine.ts:${name}`, {
    "evals/mine.ts": `${EVAL}export const three = 3;\n`,
  });

  const error = await errorOf(loading);

  expect(error.message).toBe(`"${path("evals/mine.ts")}" exports no "${name}"`);
  expect(error.fix).toBe(fix);
});

test("R92: a module that throws is named with the line that threw", async () => {
  const { loading, path } = load("./mine.ts:Mine", {
    "evals/mine.ts": `import "./deep";\n${EVAL}`,
    "evals/deep.ts": `const a: number = 1;\n\nthrow new TypeError("no luck" + a);\n`,
  });

  const error = await errorOf(loading);

  expect(error.name).toBe("ConfigError");
  expect(error.message).toBe(`"${path("evals/mine.ts")}" threw while it was loaded: no luck1`);
  expect(error.where).toBe(`${path("evals/deep.ts")}:3:7`);
  expect(error.cause).toBeInstanceOf(TypeError);
});

test("R92: so is one that throws after it has awaited", async () => {
  const { loading, path } = load("./mine.ts:Mine", {
    "evals/mine.ts": `import "oaieval";\nawait Promise.resolve();\n  throw new Error("late");\n`,
  });

  expect((await errorOf(loading)).where).toContain(`${path("evals/mine.ts")}:3:`);
});

test("a module that throws no error is named with what it threw", async () => {
  const { loading } = load("./mine.ts:Mine", { "evals/mine.ts": 'throw "enough";\n' });

  expect((await errorOf(loading)).message).toContain('threw "enough" while it was loaded');
});

test("a syntax error is named with its line", async () => {
  const { loading, path } = load("./mine.ts:Mine", {
    "evals/mine.ts": "export class Mine {\n  a( {\n}\n",
  });

  const error = await errorOf(loading);

  expect(error.message).toContain("has a syntax error: Unexpected token");
  expect(error.where).toMatch(new RegExp(`^${path("evals/mine.ts")}:\\d+:\\d+$`));
});

test.each([
  ["no-such-package/sub", "npm install no-such-package"],
  ["@acme/none/sub", "npm install @acme/none"],
  ["./none", "there is no such file; the import starts from"],
])("an import of %s, which is not there, is named", async (module, fix) => {
  const { loading, path } = load("./mine.ts:Mine", {
    "evals/mine.ts": `import "./deep";\n${EVAL}`,
    "evals/deep.ts": `import x from "${module}";\nexport const y = x;\n`,
  });

  const error = await errorOf(loading);

  expect(error.message).toBe(`"${path("evals/deep.ts")}" imports "${module}", which is not there`);
  expect(error.fix).toContain(fix);
});

test("R128: a tsconfig.json that cannot be read is named with its fault", async () => {
  const { loading } = load("./mine.ts:Mine", {
    "tsconfig.json": `{ "extends": "@acme/no-tsconfig" }`,
    "evals/mine.ts": EVAL,
  });

  const error = await errorOf(loading);

  expect(error.message).toContain("tsconfig.json that applies to");
  expect(error.fix).toContain("@acme/no-tsconfig");
});

test.each([
  ["an object", "export const Mine = { evalSample() {} };", "is an object, not a class"],
  ["an arrow function", "export const Mine = () => 1;", "is a function, not a class"],
  ["a text", 'export const Mine = "x";', "is a string, not a class"],
  ["nothing", "export const Mine = undefined;", "is nothing, not a class"],
  [
    "a completion function",
    "export class Mine { complete() {} }",
    "makes a completion function, not an eval",
  ],
  [
    "a recorder",
    "export class Mine { open() {} write() {} close() {} }",
    "makes a recorder, not an eval",
  ],
])("an export that is %s is no eval", async (...[, source, message]) => {
  const { loading } = load("./mine.ts:Mine", { "evals/mine.ts": source });

  const error = await errorOf(loading);

  expect(error.message).toContain(message);
  expect(error.fix).toContain('"evalSample"');
});

test("a package that is not installed is named with the command that installs it", async () => {
  const { loading } = load("acme-evals/sub:X", {});

  const error = await errorOf(loading);

  expect(error.message).toBe('the package "acme-evals/sub" is not installed');
  expect(error.fix).toBe("npm install acme-evals");
});

test("a file without its ./ is recognised", async () => {
  const { loading } = load("mine.ts:Mine", { "evals/mine.ts": EVAL });

  expect((await errorOf(loading)).fix).toBe('for the file, write "./mine.ts:Mine"');
});

test("a package that does not offer the module says so", async () => {
  const { loading } = load("acme/none:X", {
    "node_modules/acme/package.json": `{ "name": "acme", "exports": { ".": "./index.js" } }`,
  });

  expect((await errorOf(loading)).message).toContain("'./none' is not defined by \"exports\"");
});

test.each(["evals.elsuite.bluff.eval:BluffEval", "my_evals.bluff:BluffEval"])(
  "the Python class %s gets one line with the evals that use it and the way to port it",
  async (cls) => {
    const { registry, path } = openRegistry({
      "evals/b.yaml": `bluff: { id: bluff.v0 }\nbluff.v0: { class: "${cls}", args: { n: 1 } }\nbluff.v1: { class: "${cls}" }\n`,
    });

    const error = await errorOf(() => registry.loadClass(registry.eval("bluff"), "eval"));

    expect(error.message).toBe(
      `"${cls}" is a Python class that has no counterpart here; "bluff.v0", "bluff.v1" cannot run`,
    );
    expect(error.where).toBe(`${path("evals/b.yaml")}:2`);
    expect(error.fix).toContain("docs/custom-eval.md#porting-a-python-class");
  },
);

test("a nested solver loads as values, and its Python class gets one line", async () => {
  const { registry, warnings } = openRegistry({
    "solvers/s.yaml": `nested/x:
  class: evals.elsuite.function_deduction.solvers:CustomCoT
  args:
    cot_solver:
      class: evals.solvers.nested.fewshot_solver:FewShotSolver
      args: { base_solver: { class: "evals.solvers.human_cli_solver:HumanCliSolver" } }
`,
  });

  expect(registry.completionFnSpec("nested/x")?.args).toEqual({
    cot_solver: {
      class: "evals.solvers.nested.fewshot_solver:FewShotSolver",
      args: { base_solver: { class: "evals.solvers.human_cli_solver:HumanCliSolver" } },
    },
  });
  expect(warnings).toEqual([]);
  expect((await errorOf(() => registry.completionFn("nested/x"))).message).toContain(
    "is a Python class",
  );
});

test.each([
  ["mach", 'did you mean "match"?'],
  ["fuzzy_match", 'did you mean "fuzzy-match"'],
])("the unknown built-in %s is named with near ones", async (cls, fix) => {
  const { loading } = load(cls, {});

  const error = await errorOf(loading);

  expect(error.message).toBe(`there is no built-in class "${cls}"`);
  expect(error.fix).toContain(fix);
});

test("a built-in of another kind is refused", async () => {
  const { loading } = load("echo", {});

  expect((await errorOf(loading)).message).toBe('"echo" makes a completion function, not an eval');
});
