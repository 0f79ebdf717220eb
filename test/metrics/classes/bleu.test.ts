import { expect, test } from "vitest";
import type { MetricRow, Score } from "../../../src/core/metric.ts";
import { listRows } from "../../../src/core/row-source.ts";
import { bleu, corpusBleu } from "../../../src/metrics/bleu/bleu.ts";
import { Bleu } from "../../../src/metrics/classes/bleu.ts";
import { makeMetric, sampleContext, scoreInput, scoreOne } from "../../helpers/scoring.ts";

interface Line {
  readonly response: string;
  readonly references: readonly string[];
}

const ENGLISH: readonly Line[] = [
  { response: "The harbour closes at nine.", references: ["The harbour closes at ten."] },
  { response: "Two boats left early.", references: ["Two boats left the pier early."] },
  { response: "It rained.", references: ["It rained all day."] },
];
const CHINESE: Line = { response: "华山以险峻著称。", references: ["华山以险峻闻名。"] };

/** Scores lines as a run does. */
async function run(lines: readonly Line[], { args = {}, isStream = false } = {}) {
  const metric = makeMetric(Bleu, { args });
  const rows = lines.map(({ references }): MetricRow => scoreInput({ references }));
  await metric.prepare(isStream ? null : listRows(rows, "rows.jsonl"));
  const scores: Score[] = [];
  for (const line of lines) scores.push(await metric.score(scoreInput(line), sampleContext()));
  // As a log gives them back.
  const logged: Score[] = JSON.parse(JSON.stringify(scores));
  return { metric, scores, report: metric.summarize(logged) };
}

function corpusOf(lines: readonly Line[], options = {}) {
  const scores = corpusBleu(
    lines.map(({ response }) => response),
    lines.map(({ references }) => references),
    options,
  );
  return Object.entries(scores).map(([key, value]) => [`corpus_${key}`, value]);
}

test("an answer is scored in all four orders, against all references", async () => {
  const input = { response: "blue blue green", references: ["blue green", "blue blue red"] };

  const { scores } = await scoreOne(Bleu, { input });

  expect(scores).toEqual({
    "bleu-1": expect.closeTo(1, 9),
    "bleu-2": expect.closeTo(1, 9),
    "bleu-3": expect.closeTo(0.793700525984, 9),
    "bleu-4": expect.closeTo(0.793700525984, 9),
  });
});

test("the report has the mean of the lines and the score of the corpus beside it", async () => {
  const { report } = await run(ENGLISH);

  expect(report).toMatchObject({
    "bleu-1": expect.closeTo(0.672356832801, 9),
    "bleu-4": expect.closeTo(0.398625835584, 9),
    "bleu-4.count": 3,
    "bleu-4.missing": 0,
    "corpus_bleu-1": expect.closeTo(0.69780034357, 9),
    "corpus_bleu-2": expect.closeTo(0.57766519031, 9),
    "corpus_bleu-3": expect.closeTo(0.454743509051, 9),
    "corpus_bleu-4": expect.closeTo(0.344795307008, 9),
  });
});

test.each([false, true])(
  "a corpus has one tokenizer, though a line has its own (as a stream: %s)",
  async (isStream) => {
    const lines = [...ENGLISH, CHINESE, { response: "“nine”", references: ["“ten”"] }];

    const { scores, report } = await run(lines, { isStream });

    expect(scores.map(({ details }) => details?.["tokenize"])).toEqual([
      ...["13a", "13a", "13a"],
      "zh",
      "13a",
    ]);
    expect(scores.at(-1)?.scores).toEqual(bleu("“nine”", ["“ten”"], { tokenize: "13a" }));
    expect(report).toMatchObject(Object.fromEntries(corpusOf(lines, { tokenize: "zh" })));
  },
);

test.each([false, true])(
  "a corpus without Han characters is cut by 13a (as a stream: %s)",
  async (isStream) => {
    const lines = [...ENGLISH, { response: "“nine”", references: ["“ten”"] }];

    const { report } = await run(lines, { isStream });

    expect(report).toMatchObject(Object.fromEntries(corpusOf(lines, { tokenize: "13a" })));
  },
);

test("lines leave one set of counts where the corpus can have but one tokenizer", async () => {
  const { scores } = await run(ENGLISH);

  expect(scores[2]?.details).toEqual({
    tokenize: "13a",
    statistics: {
      "13a": {
        counts: [3, 1, 0, 0],
        totals: [3, 2, 1, 0],
        hypothesis_length: 3,
        reference_length: 5,
      },
    },
  });
});

test("scores of a part of the lines are cut as the whole data set is", async () => {
  const metric = makeMetric(Bleu);
  const rows = [CHINESE, ...ENGLISH].map(({ references }) => scoreInput({ references }));
  await metric.prepare(listRows<MetricRow>(rows, "rows.jsonl"));
  const line = { response: "“nine”", references: ["“ten”"] };

  const score = await metric.score(scoreInput(line), sampleContext());

  const expected = Object.fromEntries(corpusOf([line], { tokenize: "zh" }));
  expect(expected["corpus_bleu-1"]).toBeGreaterThan(0);
  expect(metric.summarize([score])).toMatchObject(expected);
});

test("nltk's corpus score is that of nltk's counts", async () => {
  const options = { impl: "nltk", method: 1, tokenize: "none" } as const;

  const { report } = await run(ENGLISH, { args: options });

  expect(report).toMatchObject(Object.fromEntries(corpusOf(ENGLISH, options)));
});

test("metric_key stands in place of bleu in every figure", async () => {
  const { scores, report } = await run(ENGLISH, { args: { metric_key: "b" } });

  expect(Object.keys(scores[0]?.scores ?? {})).toEqual(["b-1", "b-2", "b-3", "b-4"]);
  expect(report).toHaveProperty("b-4");
  expect(report).toHaveProperty("corpus_b-4");
});

test("nothing scored, nothing reported", () => {
  expect(makeMetric(Bleu).summarize([])).toEqual({});
});

test("a corpus of which a line left no counts has no score", () => {
  const report = makeMetric(Bleu).summarize([{ scores: { "bleu-4": 1 } }]);

  expect(report).toMatchObject({ "bleu-4": 1, "corpus_bleu-4": null });
});

test.each([
  ["", ["a b"]],
  ["a b", [""]],
  ["", [""]],
])("%j against %j scores 0", async (response, references) => {
  const { scores } = await scoreOne(Bleu, { input: { response, references } });

  expect(scores).toEqual({ "bleu-1": 0, "bleu-2": 0, "bleu-3": 0, "bleu-4": 0 });
});

test.each([
  [{}, ENGLISH, "refs=1|case=mixed|eff=yes|tok=13a|smooth=exp|mode=cumulative|v=1"],
  [{}, [CHINESE], "refs=1|case=mixed|eff=yes|tok=zh|smooth=exp|mode=cumulative|v=1"],
  [
    { lowercase: true },
    [{ response: "", references: ["a", "华"] }, ...ENGLISH],
    "refs=var|case=lc|eff=yes|tok=auto|smooth=exp|mode=cumulative|v=1",
  ],
  [
    { smooth: "floor", tokenize: "char", effective_order: false },
    [],
    "refs=var|case=mixed|eff=no|tok=char|smooth=floor[0.1]|mode=cumulative|v=1",
  ],
  [
    { smooth: "add-k", smooth_value: 2, tokenize: "words" },
    ENGLISH,
    `refs=1|case=mixed|eff=yes|tok=words[icu=${process.versions["icu"]}]|smooth=add-k[2]|mode=cumulative|v=1`,
  ],
  [
    { mode: "individual", tokenize: "none" },
    ENGLISH,
    "refs=1|case=mixed|tok=none|smooth=none|mode=individual|v=1",
  ],
  [
    { impl: "nltk", method: 4 },
    ENGLISH,
    "refs=1|case=mixed|impl=nltk|tok=13a|method=4|mode=cumulative|v=1",
  ],
])("%j signs its numbers", async (args, lines, signature) => {
  const { metric } = await run(lines, { args });

  expect(metric.signature).toBe(signature);
});

test.each([
  [{ smooth_value: 1 }, "smooth_value"],
  [{ smooth: "exp", smooth_value: 1 }, "smooth_value"],
  [{ smooth: "floor", smooth_value: 2 }, "smooth_value"],
  [{ smooth: "add-k", smooth_value: -1 }, "smooth_value"],
  [{ impl: "nltk", smooth: "exp" }, "smooth"],
  [{ impl: "nltk", effective_order: true }, "effective_order"],
  [{ mode: "individual", smooth: "none" }, "smooth"],
  [{ mode: "individual", effective_order: false }, "effective_order"],
  [{ method: 1 }, "method"],
  [{ impl: "nltk", method: 5 }, "method"],
  [{ tokenize: "intl" }, "tokenize"],
])("%j is refused for its %s", (args, key) => {
  const result = Bleu.Args.safeParse(args);

  expect(result.error?.issues.map(({ path }) => path.join("."))).toContain(key);
});
