import { expect, test } from "vitest";
import { meets, parseGate } from "../../src/run/gate-expression.ts";

test.each([
  ["accuracy >= 0.8", { metric: "accuracy", operator: ">=", number: 0.8, isPercent: false }],
  ["errors <= 1%", { metric: "errors", operator: "<=", number: 1, isPercent: true }],
  ["invalid_rate<0.02", { metric: "invalid_rate", operator: "<", number: 0.02 }],
  ["  accuracy.ci95_low > .5 ", { metric: "accuracy.ci95_low", operator: ">", number: 0.5 }],
  ["counts/Yes, it is == 3", { metric: "counts/Yes, it is", operator: "==", number: 3 }],
  ["counts/a >= b != 0", { metric: "counts/a >= b", operator: "!=", number: 0 }],
  ["cost_usd <= 2.5e-1", { metric: "cost_usd", operator: "<=", number: 0.25 }],
  ["delta >= -1", { metric: "delta", operator: ">=", number: -1 }],
  ["accuracy >= 80 %", { metric: "accuracy", operator: ">=", number: 80, isPercent: true }],
])("the gate `%s` is read", (text, gate) => {
  expect(parseGate(text, "--gate")).toMatchObject({ text: text.trim(), ...gate });
});

test.each([
  ["accuracy", 'the gate "accuracy" compares nothing'],
  ["", 'the gate "" compares nothing'],
  ["accuracy 0.8", 'the gate "accuracy 0.8" compares nothing'],
  ["accuracy => 0.8", 'the gate "accuracy => 0.8" has the comparison "=>"'],
  ["accuracy = 0.8", 'has the comparison "="'],
  ["accuracy ≥ 0.8", 'has the comparison "≥"'],
  [">= 0.8", 'the gate ">= 0.8" names no figure of the report'],
  ["accuracy >=", 'the gate "accuracy >=" has no number behind ">="'],
  ["accuracy >= high", 'has "high", which is no number, behind ">="'],
  ["accuracy >= 0,8", 'has "0,8", which is no number, behind ">="'],
  ["accuracy >= 0.8 and errors <= 1%", "is more than one"],
  ["errors<=1%,accuracy>=0.8", "is more than one"],
  ["accuracy >= NaN", 'has "NaN", which is no number, behind ">="'],
])("the gate `%s` is refused", (text, message) => {
  expect(() => parseGate(text, "evals/t.yaml:3")).toThrow(
    expect.objectContaining({
      name: "ConfigError",
      message: expect.stringContaining(message),
      where: "evals/t.yaml:3",
      fix: expect.stringMatching(/^(write|give) /),
    }),
  );
});

test.each([
  { value: 0.8, operator: ">=", bound: 0.8, met: true },
  { value: 0.79, operator: ">=", bound: 0.8, met: false },
  { value: 0.1 + 0.2, operator: "==", bound: 0.3, met: true },
  { value: 0.1 + 0.2, operator: "<=", bound: 0.3, met: true },
  { value: 0.1 + 0.2, operator: ">", bound: 0.3, met: false },
  { value: 0.02, operator: "<", bound: 0.02, met: false },
  { value: 0.3, operator: "!=", bound: 0.1 + 0.2, met: false },
  { value: 1, operator: "!=", bound: 0, met: true },
  { value: 3, operator: ">", bound: 2, met: true },
] as const)("$value $operator $bound is $met", ({ value, operator, bound, met }) => {
  expect(meets(value, operator, bound)).toBe(met);
});
