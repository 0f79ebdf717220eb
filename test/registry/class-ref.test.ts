import { posix, win32 } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { isReference, modulePath, parseClassRef } from "../../src/registry/class-ref.ts";
import { errorOf } from "./open.ts";

test.each([
  ["match", { form: "builtin", name: "match" }],
  ["builtin:fuzzy-match", { form: "builtin", name: "fuzzy-match" }],
  ["ExactMatch", { form: "builtin", name: "ExactMatch" }],
  [
    "evals.elsuite.basic.match:Match",
    { form: "python", module: "evals.elsuite.basic.match", name: "Match" },
  ],
  ["./my-eval.ts:MyEval", { form: "file", module: "./my-eval.ts", name: "MyEval" }],
  ["../../evals/x.ts:X", { form: "file", module: "../../evals/x.ts", name: "X" }],
  ["/abs/a b/x.js:X", { form: "file", module: "/abs/a b/x.js", name: "X" }],
  ["/a:b/x.js:default", { form: "file", module: "/a:b/x.js", name: "default" }],
  ["file:///a%20b/x.mjs:X", { form: "file", module: "file:///a%20b/x.mjs", name: "X" }],
  ["C:\\w\\fn.mjs:Fn", { form: "file", module: "C:\\w\\fn.mjs", name: "Fn" }],
  ["D:/w/fn.mjs:Fn", { form: "file", module: "D:/w/fn.mjs", name: "Fn" }],
  ["..\\fn.mjs:Fn", { form: "file", module: "..\\fn.mjs", name: "Fn" }],
  ["@acme/evals:X", { form: "package", module: "@acme/evals", name: "X" }],
  ["acme-evals/sub:X", { form: "package", module: "acme-evals/sub", name: "X" }],
  ["npm:acme-evals:X", { form: "package", module: "acme-evals", name: "X" }],
  ["my_evals.arith:Größe", { form: "package", module: "my_evals.arith", name: "Größe" }],
])("the class %s is read", (text, ref) => {
  expect(parseClassRef(text, "here")).toEqual(ref);
});

test.each([
  "./my-eval.ts",
  "C:\\w\\fn.mjs",
  "file:///a/x.ts",
  "./x.ts:",
  "./x.ts:not-a-name",
  ":X",
  "my-eval.ts",
])("the class %s lacks an export, which is said", async (text) => {
  const error = await errorOf(() => parseClassRef(text, "evals/t.yaml:3"));

  expect(error.message).toBe(`"${text}" names no export of a module`);
  expect(error.where).toBe("evals/t.yaml:3");
  expect(error.fix).toContain(":MyClass");
});

test.each([
  "./fn.ts:Fn",
  "../fn.ts:Fn",
  "/abs/fn.ts:Fn",
  "C:\\w\\fn.mjs:Fn",
  "c:/w/fn.mjs:Fn",
  "file:///a/fn.ts:Fn",
  "builtin:echo",
  "evals.elsuite.basic.match:Match",
  "@acme/evals:Fn",
  "npm:acme:Fn",
  "./forgotten-export.ts",
])("%s is a reference", (text) => {
  expect(isReference(text)).toBe(true);
});

test.each([
  "gpt-4o",
  "ft:gpt-4o-mini:acme::9abC",
  "llama3:8b",
  "org/model:tag",
  "openai/gpt-4o",
  "acme:Fn",
  "@cf/meta/llama-3-8b-instruct",
  "/models/llama-3",
  "./llama",
  "anthropic.claude-v2:1",
  "evals",
])("%s is a model's name", (text) => {
  expect(isReference(text)).toBe(false);
});

test.each([
  ["./fn.ts", "/reg/evals", "/reg/evals/fn.ts"],
  ["../../code/fn.ts", "/reg/evals", "/code/fn.ts"],
  ["/a b/#1/100%.ts", "/reg", "/a b/#1/100%.ts"],
  ["file:///a%20b/%231/fn.ts", "/reg", "/a b/#1/fn.ts"],
])("%s from %s is %s", (module, folder, path) => {
  expect(modulePath(module, folder, posix)).toBe(path);
});

test.each([
  ["C:\\w\\fn.mjs", "D:\\reg\\evals", "C:\\w\\fn.mjs", "file:///C:/w/fn.mjs"],
  [
    "..\\my evals\\#1.mjs",
    "C:\\reg\\evals",
    "C:\\reg\\my evals\\#1.mjs",
    "file:///C:/reg/my%20evals/%231.mjs",
  ],
  ["./100%.mjs", "C:\\reg", "C:\\reg\\100%.mjs", "file:///C:/reg/100%25.mjs"],
  ["file:///C:/w/a%20b.mjs", "D:\\reg", "C:\\w\\a b.mjs", "file:///C:/w/a%20b.mjs"],
])("R127: by the rules of Windows %s from %s is %s", (...[module, folder, path, url]) => {
  const found = modulePath(module, folder, win32);

  expect(found).toBe(path);
  expect(pathToFileURL(found, { windows: true }).href).toBe(url);
});
