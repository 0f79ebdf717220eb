import fc from "fast-check";
import { expect, test } from "vitest";
import { compileQuery } from "../../../src/metrics/query/query.ts";

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -2, max: 3 }),
  fc.double(),
  fc.bigInt(),
  fc.constantFrom("", "a", "b", "1", "😀"),
);
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom("a", "b", "__proto__"), scalar, { maxKeys: 2 }),
);
const row = fc.dictionary(fc.constantFrom("x", "y", "x.y"), value, { maxKeys: 3 });
const plainPath = fc.constantFrom("x", "y", "x.y", "x.0", "x.-1", "y.a", "x.1.b");
const anyPath = fc.oneof(plainPath, fc.constantFrom("x.*", "y.*.a", "*"));

function holds(path: string, condition: unknown, data: unknown): boolean {
  return compileQuery({ [path]: condition })(data);
}

test("eq and ne never both hold, and one of them does where the path leads to a value", () => {
  const property = fc.property(row, plainPath, value, (data, path, operand) => {
    const answers = [holds(path, { eq: operand }, data), holds(path, { ne: operand }, data)];
    const isThere = holds(path, { exists: true }, data);
    expect(answers.filter(Boolean)).toHaveLength(isThere ? 1 : 0);
  });
  fc.assert(property);
});

test("in and not_in never both hold, and one of them does where the path leads to a value", () => {
  const property = fc.property(row, plainPath, fc.array(value), (data, path, operand) => {
    const answers = [holds(path, { in: operand }, data), holds(path, { not_in: operand }, data)];
    const isThere = holds(path, { exists: true }, data);
    expect(answers.filter(Boolean)).toHaveLength(isThere ? 1 : 0);
  });
  fc.assert(property);
});

test.each([
  ["eq", "ne", value],
  ["in", "not_in", fc.array(value)],
] as const)(
  "over the items of a list as well, %s and %s never both hold",
  (is, isNot, operands) => {
    const property = fc.property(row, anyPath, operands, (data, path, operand) => {
      expect(holds(path, { [is]: operand }, data) && holds(path, { [isNot]: operand }, data)).toBe(
        false,
      );
    });
    fc.assert(property);
  },
);

test("exists: false is the negation of exists: true on every path", () => {
  const property = fc.property(row, anyPath, (data, path) => {
    expect(holds(path, { exists: false }, data)).toBe(!holds(path, { exists: true }, data));
  });
  fc.assert(property);
});

test("a lone value means eq, and a list in", () => {
  const property = fc.property(row, anyPath, scalar, (data, path, operand) => {
    expect(holds(path, operand, data)).toBe(holds(path, { eq: operand }, data));
    expect(holds(path, [operand], data)).toBe(holds(path, { in: [operand] }, data));
  });
  fc.assert(property);
});

test("maps mean the same as objects, in queries and in data", () => {
  const property = fc.property(row, anyPath, scalar, (data, path, operand) => {
    const where = new Map([[path, new Map([["ne", operand]])]]);
    const map = new Map(Object.entries(data));
    expect(compileQuery(where)(map)).toBe(holds(path, { ne: operand }, data));
  });
  fc.assert(property);
});
