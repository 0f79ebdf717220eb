import { join } from "node:path";
import { expect, test } from "vitest";
import type { ModelTokens } from "../../src/record/model-tokens.ts";
import { costOf } from "../../src/run/cost.ts";
import { readPrices } from "../../src/run/prices.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

const PRICES = new Map([
  ["small", { input: 1, output: 4 }],
  ["large", { input: 10, cached: 2.5, output: 40 }],
]);

function tokens(counts: Partial<ModelTokens>): ModelTokens {
  return { input: 0, cached: 0, output: 0, unknown: 0, ...counts };
}

test("R125: the cost is that of all models, with the price of cached tokens where there is one", () => {
  const models = new Map([
    ["small", tokens({ input: 1000, cached: 500, output: 100 })],
    ["large", tokens({ input: 200, cached: 400, output: 10 })],
  ]);

  // 1000 + 500 + 4·100 and 10·200 + 2.5·400 + 40·10, in millionths of a dollar.
  expect(costOf(models, PRICES)).toEqual({ report: { cost_usd: 0.0053 } });
});

test.each(["small-2026-01-31", "small-20260131"])("%s costs what small does", (model) => {
  const models = new Map([[model, tokens({ input: 1_000_000 })]]);

  expect(costOf(models, PRICES).report).toEqual({ cost_usd: 1 });
});

test.each([
  { model: "smaller", counts: { input: 1 }, missing: 'there is no price for "smaller"' },
  { model: "small-mini", counts: { input: 1 }, missing: 'there is no price for "small-mini"' },
  { model: "small", counts: { unknown: 3 }, missing: "3 calls did not tell how many tokens" },
  { model: "", counts: { input: 1 }, missing: "some calls did not tell which model answered" },
])("R125: the cost is null, not a part of the sum, when $missing", ({ model, counts, missing }) => {
  const models = new Map([
    ["large", tokens({ input: 5 })],
    [model, tokens(counts)],
  ]);
  const cost = costOf(models, PRICES);

  expect(cost.report).toEqual({ cost_usd: null });
  expect(cost.missing).toContain(missing);
});

test("without prices nothing is said about the cost", () => {
  expect(costOf(new Map([["small", tokens({ input: 1 })]]), new Map())).toEqual({ report: {} });
});

test("R125: a later file goes over an earlier one, the user's over all", () => {
  const cwd = tempRegistry({
    "one/prices.yaml": "a: { input: 1, output: 1 }\nb: { input: 1, output: 1 }\n",
    "two/prices.yaml": "b: { input: 2, output: 2 }\nc: { input: 2, output: 2 }\n",
    "mine.yaml": "c: { input: 3, output: 3, cached: 0.5 }\n",
    "none/evals/t.yaml": "",
  });
  const roots = ["one", "none", "two"].map((root) => join(cwd, root));

  expect(Object.fromEntries(readPrices({ roots, file: "mine.yaml", cwd }))).toEqual({
    a: { input: 1, output: 1 },
    b: { input: 2, output: 2 },
    c: { input: 3, output: 3, cached: 0.5 },
  });
});

test.each([
  {
    text: "m:\n  input: 1\n",
    says: '"output" of the price of "m" is missing: expected a number',
    line: 1,
  },
  { text: "m:\n  input: 1\n  outptu: 2\n", says: '"output" of the price of "m"', line: 1 },
  {
    text: "m:\n  input: 1\n  output: 2\n  cahced: 1\n",
    says: '"cahced" of the price of "m" is not known; did you mean "cached"?',
    line: 4,
  },
  {
    text: "k: { input: 1, output: 2 }\nm: 5\n",
    says: 'the price of "m" is wrong: expected an object',
    line: 2,
  },
  {
    text: "m:\n  input: $1\n  output: 2\n",
    says: '"input" of the price of "m" is wrong: expected a number',
    line: 2,
  },
  { text: "m:\n  input: -1\n  output: 2\n", says: '"input" of the price of "m"', line: 2 },
  { text: "m: {\n", says: "the prices cannot be read", line: 2 },
])("prices that are none are refused with their line: $says", ({ text, says, line }) => {
  const cwd = tempRegistry({ "p.yaml": text });

  expect(() => readPrices({ roots: [], file: "p.yaml", cwd })).toThrow(
    expect.objectContaining({
      name: "ConfigError",
      message: expect.stringContaining(says),
      where: expect.stringContaining(`${join(cwd, "p.yaml")}:${line}`),
      fix: expect.stringContaining("US dollars per million tokens"),
    }),
  );
});

test("a missing file of prices is refused by its name", () => {
  const cwd = tempRegistry({});

  expect(() => readPrices({ roots: [], file: "p.yaml", cwd })).toThrow(
    expect.objectContaining({ where: expect.stringContaining(join(cwd, "p.yaml")) }),
  );
});
