import { describe, expect, test } from "vitest";
import { describeError } from "../../src/core/errors.ts";
import { doubleBraces, parseTemplate } from "../../src/core/format.ts";
import { vectors } from "../helpers/vectors.ts";

interface Row {
  readonly template?: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly result?: string;
  readonly escape?: string;
}

const rows = vectors<Row>("templates");
const templates = rows.flatMap(({ template, ...row }) =>
  template === undefined ? [] : [{ ...row, template }],
);

describe("templates are filled as Python's str.format fills them", () => {
  const filled = templates.filter(({ values }) => !holdsWholeFloat(values["x"]));

  test.each(filled)("$template with $values", ({ template, values, result }) => {
    const fill = () => parseTemplate(template, "fact.yaml:3").fill(mapOf(values));

    if (result === undefined) expect(fill).toThrow(/placeholder|lone|no value/);
    else expect(fill()).toBe(result);
  });

  test("a whole float is shown as an integer, for JSON in JavaScript does not tell them apart", () => {
    const [row] = templates.filter(({ values }) => holdsWholeFloat(values["x"]));

    expect(parseTemplate("{x}").fill(mapOf(row?.values ?? {}))).toBe(
      row?.result?.replace("1.0", "1"),
    );
  });

  test.each([
    ["{x:>5}|", "   hi|"],
    ["{x:<5}|", "hi   |"],
    ["{x:^5}|", " hi  |"],
    ["{x:*^6}", "**hi**"],
    ["{x:.1}", "h"],
    ["{x:4}|{n:4}|", "hi  |   7|"],
    ["{n!s:4}|", "7   |"],
    ["{x:s}", "hi"],
    ["{x:1}", "hi"],
    ["{e:.1}|{e:3}|", "🙂|🙂🙂 |"],
  ])("%s pads and cuts by characters: %s", (template, result) => {
    const values = mapOf({ x: "hi", n: 7, e: "🙂🙂" });

    expect(parseTemplate(template).fill(values)).toBe(result);
  });
});

describe("values are data, never templates", () => {
  test.each(["{ideal}", "{{x}}", "}{", "{% raw %}{{ x }}{# c #}", "{x!r:>99999}", "{0}{}"])(
    "R70, R72: %s arrives as it is",
    (text) => {
      const values = mapOf({ completion: text, ideal: "secret", x: "y" });

      expect(parseTemplate("<{completion}>").fill(values)).toBe(`<${text}>`);
    },
  );

  test("a name that every object has is no value", () => {
    expect(() => parseTemplate("{toString}").fill(new Map())).toThrow('"toString"');
  });

  test("doubled braces come out of a template as they went in", () => {
    const [row] = rows.filter((each) => each.escape !== undefined);
    const text = row?.escape ?? "";

    expect(doubleBraces(text)).toBe(row?.result);
    expect(parseTemplate(doubleBraces(text)).fill(new Map())).toBe(text);
  });
});

test("the names are those that are asked for, once each, in order", () => {
  expect(parseTemplate("{b} {a!r} {b:>3} {{c}}").names).toEqual(["b", "a"]);
});

describe("a template that cannot work is refused with its place", () => {
  test.each([
    ['{"a": 1}', '": 1" in "{"a": 1}" is no way to shape a text'],
    ["{x.y}", '"{x.y}" is no placeholder'],
    ["{x[0]}", '"{x[0]}" is no placeholder'],
    ["{}", '"{}" is no placeholder'],
    ["a } b", 'a lone "}" in the template, near "a } b"'],
    ["{x:{w}}", 'a lone "{" in the template, near "{x:{w}}"'],
    ["{x:05.1f}", '":05.1f" in "{x:05.1f}" is no way to shape a text'],
  ])("%s", (template, message) => {
    const text = describeError(errorOf(() => parseTemplate(template, "fact.yaml:3")));

    expect(text).toContain(message);
    expect(text).toContain("where: fact.yaml:3");
    expect(text).toMatch(/fix: {3}write .*"\{\{"/);
  });

  test("names without a value are listed beside those that have one", () => {
    const template = parseTemplate("{input} {ideal}", "fact.yaml:3");

    expect(describeError(errorOf(() => template.fill(mapOf({ input: 1, n: 2 }))))).toBe(
      [
        'the template asks for "ideal", which has no value',
        "  where: fact.yaml:3",
        '  fix:   there are values for "input", "n"',
      ].join("\n"),
    );
  });
});

function mapOf(values: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(values));
}

function holdsWholeFloat(value: unknown): boolean {
  return typeof value === "object" && value !== null && "k" in value;
}

function errorOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("expected an error");
}
