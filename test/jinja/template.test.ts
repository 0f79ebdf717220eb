import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ConfigError, DataError } from "../../src/core/errors.ts";
import { compileTemplate } from "../../src/jinja/template.ts";

interface Table {
  readonly values: Readonly<Record<string, unknown>>;
  readonly rows: readonly { readonly template: string; readonly expected: string }[];
}

const file = new URL("../fixtures/vectors/jinja.json", import.meta.url);
const { values, rows } = JSON.parse(readFileSync(file, "utf8")) as Table;

test.each(rows)("$template renders as in Jinja2", async ({ template, expected }) => {
  expect(await render(template, values)).toBe(expected);
});

test.each([
  ["{{ question }} {{ row.answer }} {{ rows[index] }}", ["question", "row", "rows", "index"]],
  [
    "{% for x in list if x > low %}{{ loop.index }} {{ x.a }}{% else %}{{ none }}{% endfor %}",
    ["list", "low"],
  ],
  ["{% set a = b %}{{ a }}{{ c | default(d) }} {{ e is defined }}", ["b", "c", "d", "e"]],
  ["{% macro m(p, q=r) %}{{ p }}{{ q }}{{ s }}{% endmacro %}{{ m(1, q=t) }}", ["s", "t"]],
  ["{{ True }} {{ range(3) }} {{ {'k': v} }} {{ f(g) }}", ["v", "f", "g"]],
  [
    "{% if a in b %}{{ c ~ d }}{% endif %}{# {{ no }} #}{% raw %}{{ no }}{% endraw %}",
    ["a", "b", "c", "d"],
  ],
  ["{{ list[from:to] }} {{ x if y else z }}", ["list", "from", "to", "x", "y", "z"]],
])("the names that %s asks for are known before it is filled", async (text, names) => {
  const { variables } = await compileTemplate(text, { where: "t.jinja" });

  expect([...variables].sort()).toEqual(names.sort());
});

test("a name without a value is empty, or an error of a strict template", async () => {
  const text = "a\n{{ b.c }}";

  expect(await render(text, {})).toBe("a\n");
  const failed = compileTemplate(text, { where: "t.jinja", strict: true }).then((t) =>
    t.render({}),
  );
  await expect(failed).rejects.toThrow(DataError);
  await expect(failed).rejects.toMatchObject({
    message: expect.stringContaining('"b" has no value'),
    where: "t.jinja:2:4",
  });
});

test.each([
  ["{{ missing }}", '"missing" has no value'],
  ["{% if missing %}{% endif %}", '"missing" has no value'],
  ["{% for x in missing %}{% endfor %}", '"missing" has no value'],
  ["{{ missing ~ 'x' }}", '"missing" has no value'],
  ["{{ missing == 1 }}", '"missing" has no value'],
  ["{{ missing | upper }}", '"missing" has no value'],
  ["{{ present.key }}", '"key" has no value'],
])("in a strict template %s is an error", async (text, reason) => {
  const template = await compileTemplate(text, { where: "t", strict: true });

  expect(() => template.render({ present: {} })).toThrow(reason);
});

test("a strict template may ask whether a name has a value, and bring its own", async () => {
  const text = "{{ a is defined }} {{ a | default('none') }} {{ n }}";
  const template = await compileTemplate(text, { where: "t", strict: true });

  expect(template.render({ n: null })).toBe("False none None");
});

test.each([
  ["line one\n{{ a", "t.jinja"],
  ["{% if a %}\n\nno end", "t.jinja"],
  ["a\n{% endfor %}", "t.jinja:2"],
  ["{{ a b }}", "t.jinja:1"],
  ["{{ a[ }}", "t.jinja"],
  ["x {% include 'other.txt' %}", "t.jinja:1:6"],
  ["{% extends '/etc/passwd' %}", "t.jinja:1:4"],
  ["{% import 'a' as b %}", "t.jinja:1:4"],
  ["{% set a, b = c %}", "t.jinja:1:4"],
])("what is no template of its own is refused with its place: %j", async (text, where) => {
  const refused = compileTemplate(text, { where: "t.jinja" });

  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toMatchObject({ where: expect.stringContaining(where) });
});

test("a fault of filling is told with its line, also within a loop", async () => {
  const template = await compileTemplate("{{ l }}\n{% for x in l %}\n{{ x.y }}\n{% endfor %}", {
    where: "t.jinja",
    strict: true,
  });

  expect(() => template.render({ l: [{}] })).toThrow(
    expect.objectContaining({ where: expect.stringMatching(/^t\.jinja:3:/) }),
  );
});

test("a template within a file of YAML is named by that file, and its own line", async () => {
  const refused = compileTemplate("a\n{% nonsense %}", { where: "evals.yaml:12" });

  await expect(refused).rejects.toMatchObject({
    message: expect.stringContaining("in line 2 of the template"),
    where: "evals.yaml:12",
  });
});

test.each([
  ["{{ a | lenght }}", 'there is no filter "lenght"; did you mean "length"?'],
  ["{{ a is evn }}", 'there is no test "is evn"'],
  ["{{ a + 1 }}", "a text + the number 1 is not defined"],
  ["{{ a.nothing() }}", "cannot be called"],
  ["{{ 1 / 0 }}", "division by zero"],
  ["{% set a.b = 1 %}", "only a namespace can be changed"],
  ["{{ '%d' % a }}", '"%d" takes a number, not a text'],
  ["{{ '%s %s' % a }}", '"%s" has no value'],
  ["{% for x, y in [1] %}{% endfor %}", "the number 1 cannot be gone through"],
  ["{% for x in range(10000000) %}{% endfor %}", "is too long"],
  ["{{ a.upper }}", "a function has no text"],
])("%s cannot be filled, and says why", async (text, reason) => {
  const template = await compileTemplate(text, { where: "t" });

  expect(() => template.render({ a: "text" })).toThrow(reason);
});

test("R72: values are never read as a template, and reach nothing of the program", async () => {
  const attack = "{{ secret }}{% raw %}";

  expect(await render("{{ a }}", { a: attack, secret: "s" })).toBe(attack);
  expect(
    await render("{{ a.constructor }}{{ a.__proto__ }}{{ l.push }}{{ constructor }}", {
      a: "x",
      l: [],
    }),
  ).toBe("");
});

test("values stay as they are", async () => {
  const given = { list: [3, 1], name: "a" };

  expect(await render("{% set name = 'b' %}{{ list | sort }}{{ name }}", given)).toBe("[1, 3]b");
  expect(given).toEqual({ list: [3, 1], name: "a" });
});

test("a template can be filled again with other values", async () => {
  const template = await compileTemplate("{% set n = n + 1 %}{{ n }}", { where: "t" });

  expect([1, 2].map((n) => template.render({ n }))).toEqual(["2", "3"]);
});

async function render(text: string, given: Readonly<Record<string, unknown>>): Promise<string> {
  return (await compileTemplate(text, { where: "t" })).render(given);
}
