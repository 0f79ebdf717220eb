import { expect, test } from "vitest";
import {
  type Answerer,
  AnswerKeys,
  type AskedCall,
} from "../../../src/completion/calls/answer-key.ts";
import { SampleRecorder } from "../../../src/core/sample-recorder.ts";
import { testCall } from "../contexts.ts";

const ANSWERER: Answerer = {
  cls: "openai-chat",
  target: "m at https://h/v1",
  args: { model: "m", temperature: 0 },
};
const ASKED: AskedCall = {
  prompt: "Capital of Peru?",
  params: { max_tokens: 10 },
  call: testCall(),
};

/** The name in a run of its own, as the next run would have it. */
function nameOf(answerer: Partial<Answerer> = {}, asked: Partial<AskedCall> = {}): string {
  const call = asked.call ?? testCall();
  return new AnswerKeys().next({ ...ANSWERER, ...answerer }, { ...ASKED, ...asked, call });
}

test("the same call has the same name in the next run, whatever the order of its parameters", () => {
  const params = { a: 1, max_tokens: 10 };

  expect(nameOf()).toBe(nameOf());
  expect(nameOf()).toMatch(/^[\da-f]{64}-0$/);
  expect(nameOf({}, { params })).toBe(nameOf({}, { params: { max_tokens: 10, a: 1 } }));
});

test.each<[string, Partial<Answerer>, Partial<AskedCall>]>([
  ["R105: the model", { target: "m2 at https://h/v1", args: { model: "m2", temperature: 0 } }, {}],
  ["R105: the endpoint", { target: "m at https://h2/v1" }, {}],
  ["the way of asking", { cls: "openai-text" }, {}],
  ["an argument", { args: { ...ANSWERER.args, top_p: 0.5 } }, {}],
  ["the file of a class", { sha256: "0".repeat(64) }, {}],
  ["a parameter", {}, { params: { max_tokens: 11 } }],
  ["the prompt", {}, { prompt: "Capital of Chad?" }],
  ["the role of a message", {}, { prompt: [{ role: "user", content: "Capital of Peru?" }] }],
])("%s makes another answer", (_, answerer, asked) => {
  expect(nameOf(answerer, asked)).not.toBe(nameOf());
});

test.each<[string, Answerer["args"], AskedCall["params"]]>([
  ["by the args of the function", { temperature: 0 }, {}],
  ["by the eval", {}, { temperature: 0 }],
  ["by the args, over what the eval asks", { temperature: 0 }, { temperature: 1 }],
  ["by extra_options", { temperature: 1, extra_options: { temperature: 0 } }, {}],
  ["by extra_body", { extra_options: { temperature: 1 }, extra_body: { temperature: 0 } }, {}],
])("at temperature 0, %s, samples share an answer", (_, args, params) => {
  const first = nameOf({ args }, { params, call: testCall({ sampleId: "t.dev.1" }) });
  const second = nameOf({ args }, { params, call: testCall({ sampleId: "t.dev.2", repeat: 3 }) });

  expect(first).toBe(second);
});

test.each<[string, Answerer["args"], AskedCall["params"]]>([
  ["no temperature", {}, {}],
  ["a temperature", {}, { temperature: 0.7 }],
  ["a temperature of the args, over that of the eval", { temperature: 1 }, { temperature: 0 }],
  ["a temperature that is taken off", { temperature: null }, { temperature: 0 }],
  ["a temperature of extra_body", { extra_body: { temperature: 1 } }, { temperature: 0 }],
])("R107: with %s, each sample and each repeat has an answer of its own", (_, args, params) => {
  const calls = [
    testCall({ sampleId: "t.dev.1" }),
    testCall({ sampleId: "t.dev.2" }),
    testCall({ sampleId: "t.dev.2", repeat: 1 }),
  ];

  const names = calls.map((call) => nameOf({ args }, { params, call }));

  expect(new Set(names).size).toBe(3);
});

test("what a sample asks a second time is another call, in the next run again", () => {
  const ask = () => {
    const keys = new AnswerKeys();
    const call = testCall();
    return [1, 2, 3].map(() => keys.next(ANSWERER, { ...ASKED, call }));
  };

  expect(new Set(ask()).size).toBe(3);
  expect(ask()).toEqual(ask());
});

test("samples do not count each other's calls", () => {
  const keys = new AnswerKeys();
  const [one, other] = [testCall(), testCall({ record: new SampleRecorder() })];

  const names = [one, other].map((call) => keys.next(ANSWERER, { ...ASKED, call }));

  expect(names[0]).toBe(names[1]);
});

test("a function of one's own may look at the row, a model does not", () => {
  const call = testCall({ sample: { input: "x", ideal: "corrected" } });
  const own = { target: undefined };

  expect(nameOf({}, { call })).toBe(nameOf());
  expect(nameOf(own, { call })).not.toBe(nameOf(own));
});
