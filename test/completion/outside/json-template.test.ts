import { expect, test } from "vitest";
import { valueAt } from "../../../src/completion/outside/json-path.ts";
import { parseJsonTemplate } from "../../../src/completion/outside/json-template.ts";

const VALUES = {
  text: 'Say "{sample.ideal}" {{now}}',
  messages: [{ role: "user", content: "Hi" }],
  sample: { id: 7, docs: ["a", "b"], none: null },
};

function filled(template: unknown): unknown {
  return parseJsonTemplate(template, Object.keys(VALUES), "body").fill((path) => {
    const found = valueAt(VALUES, path);
    return found.isThere ? found.value : undefined;
  });
}

test.each([
  [{ a: ["{messages}"] }, { a: [VALUES.messages] }],
  ["{sample.id}", 7],
  ["{sample.none}", null],
  ["no. {sample.id}", "no. 7"],
  ["{sample.docs[1]}!", "b!"],
  ["{sample.docs}!", '["a","b"]!'],
  ["{{text}}", "{text}"],
  ["{{{sample.id}}}", "{7}"],
  [3, 3],
  [null, null],
  [{ "{text}": true }, { "{text}": true }],
])("%j becomes %j", (template, expected) => {
  expect(filled(template)).toEqual(expected);
});

test("what a value holds is no template", () => {
  expect(filled({ q: "{text}" })).toEqual({ q: VALUES.text });
  expect(filled({ q: "Q: {text}" })).toEqual({ q: `Q: ${VALUES.text}` });
});

test.each([
  ["{txt}", 'the template asks for "{txt}", which has no value'],
  ["{ideal}", 'the template asks for "{ideal}", which has no value'],
  ["{", 'a lone "{" in the template'],
  ["a } b", 'a lone "}" in the template'],
  ["{}", 'the template asks for "{}", which has no value'],
  ["{sample..x}", '"sample..x" is no path in JSON'],
])("%j is refused before anything is sent", (template, message) => {
  expect(() => filled({ deep: [template] })).toThrow(message);
});
