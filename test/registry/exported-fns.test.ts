import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { serve, testCall } from "../completion/contexts.ts";
import { errorOf, openRegistry } from "./open.ts";

const FNS = `export const arrow = async (prompt, params) => "arrow " + JSON.stringify(params);
export function named(prompt, params, { sampleId }) { return { completions: [sampleId, "b"] }; }
export const object = { async complete() { return { completions: ["object"], model: "m" }; } };
export const chain = { async invoke(input) { return { content: "chain of " + input }; } };
export class Fn { async complete() { return "class"; } }
export class Other { ask() {} }
export const nothing = { ask() {} };
export const seven = 7;
`;

async function answerOf(name: string, args: Record<string, unknown> = {}) {
  const { registry } = openRegistry({
    "fns.mjs": FNS,
    "completion_fns/f.yaml": "mine: { class: ../fns.mjs:arrow, args: { top_p: 1 } }\n",
  });
  const fn = await registry.completionFn(name, args);
  const call = testCall();
  const { completions } = await fn.complete("Peru?", { temperature: 0 }, call);
  return { completions, events: call.record.drafts };
}

test.each([
  ["./fns.mjs:arrow", ['arrow {"temperature":0}']],
  ["./fns.mjs:named", ["test.dev.0", "b"]],
  ["./fns.mjs:object", ["object"]],
  ["./fns.mjs:chain", ["chain of Peru?"]],
  ["./fns.mjs:Fn", ["class"]],
  ["mine", ['arrow {"temperature":0,"top_p":1}']],
])("%s answers, whatever kind of export it is, and is logged once", async (name, expected) => {
  const { completions, events } = await answerOf(name);

  expect(completions).toEqual(expected);
  expect(events).toMatchObject([{ type: "sampling", data: { sampled: expected } }]);
});

test("a function gets the entry's args over the options of each call", async () => {
  const { completions } = await answerOf("mine", { temperature: 1 });

  expect(completions).toEqual(['arrow {"temperature":1,"top_p":1}']);
});

test("a chain takes its own args, and an object none", async () => {
  const chain = await answerOf("./fns.mjs:chain", { input_key: "q" });

  expect(chain.completions).toEqual(["chain of [object Object]"]);
  await expect(answerOf("./fns.mjs:object", { a: 1 })).rejects.toThrow('"a"');
  await expect(answerOf("./fns.mjs:chain", { input_kye: "q" })).rejects.toThrow("input_key");
});

test.each([
  ["./fns.mjs:seven", "is a number, not a class"],
  ["./fns.mjs:nothing", "is an object, not a class"],
  ["./fns.mjs:Other", "does not make a completion function"],
])("%s is refused", async (name, message) => {
  expect((await errorOf(() => answerOf(name))).message).toContain(message);
});

test("a LangChain chain is named by its TypeScript file on the command line", async () => {
  const server = await serve("Lima");
  const file = fileURLToPath(new URL("../completion/fixtures/chain.ts", import.meta.url));
  const { registry } = openRegistry({});

  const fn = await registry.completionFn(`${file}:chain`, {
    options: { configurable: { url: server.baseURL } },
  });

  expect((await fn.complete("Peru", {}, testCall())).completions).toEqual(["Lima"]);
});
