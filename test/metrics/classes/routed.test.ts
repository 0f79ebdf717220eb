import { describe, expect, test } from "vitest";
import { CompletionError, ConfigError, DataError } from "../../../src/core/errors.ts";
import { Metric, type MetricRow, type Score } from "../../../src/core/metric.ts";
import { listRows } from "../../../src/core/row-source.ts";
import { metricContext, sampleContext, scoreInput } from "../../helpers/scoring.ts";
import { vectors } from "../../helpers/vectors.ts";
import {
  type Instance,
  makeRouted,
  plainFigures,
  recordOf,
  runRouted,
} from "../routed/run-routed.ts";

interface RunVector {
  readonly name: string;
  readonly instances: readonly Instance[];
  readonly args: unknown;
  readonly expect:
    | "error"
    | { readonly summary: Record<string, number>; readonly instances: readonly object[] };
}

describe("every run of the table has its summary and records", () => {
  test.each(vectors<RunVector>("query-routed-metric"))("$name", async (vector) => {
    const run = async () => runRouted(makeRouted(vector.args), vector.instances);
    if (vector.expect === "error") {
      await expect(run).rejects.toThrow();
      return;
    }

    const { summary, scores } = await run();

    const figures = plainFigures(summary);
    expect(Object.keys(figures)).toEqual(Object.keys(vector.expect.summary));
    for (const [key, value] of Object.entries(vector.expect.summary)) {
      expect(figures[key]).toBeCloseTo(value, 12);
    }
    expect(scores.map((score) => recordOf(score))).toEqual(vector.expect.instances);
  });
});

const QA: Instance = { lm_output: "a", references: ["a"], extra_info: { task: "qa", lang: "en" } };
const MT: Instance = { lm_output: "b", references: ["c"], extra_info: { task: "mt", lang: "ja" } };

function route(over: object = {}): object {
  return { name: "all", metrics: [{ class: "ExactMatch" }], ...over };
}

describe("what is wrong is said before anything is scored", () => {
  test("a query is refused when the metric is made, with its route", () => {
    const make = () => makeRouted({ routes: [route({ where: { task: { equals: "qa" } } })] });

    expect(make).toThrow('route "all": "equals" in the condition on "task" is no operator');
  });

  test("rows that no route takes are counted, with where the first stand", async () => {
    const metric = makeRouted({
      on_unmatched: "error",
      routes: [route({ where: { task: "other" } })],
    });
    const error = await runRouted(metric, [QA, QA, QA, MT]).catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(DataError);
    expect(error).toMatchObject({
      message: "4 rows are taken by no route, and on_unmatched is error",
      where: "rows.jsonl:1, rows.jsonl:2, rows.jsonl:3, …",
    });
  });

  test("a missing key names the route, the path and the line", async () => {
    const metric = makeRouted({
      on_missing_key: "error",
      routes: [route({ where: { tsak: "qa" } })],
    });
    const error = await runRouted(metric, [QA]).catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({
      message: 'route "all": the key "tsak" is not there, and on_missing_key is error',
      where: "rows.jsonl:1",
      fix: 'did you mean "task"?',
    });
  });

  test("values that cannot be compared name the operator, the operand and the value", async () => {
    const metric = makeRouted({ routes: [route({ where: { task: { gt: 1 } } })] });

    await expect(runRouted(metric, [QA])).rejects.toMatchObject({
      message:
        'route "all": gt on "task" cannot compare a text with a number: found "qa", the operand is 1',
      where: "rows.jsonl:1",
    });
  });

  test("a list labels no group, also where another route's query comes later", async () => {
    const metric = makeRouted({ routes: [route({ group_by: "tags" })] });
    const tagged = { ...QA, extra_info: { tags: ["a"] } };

    await expect(runRouted(metric, [tagged])).rejects.toThrow(
      'route "all": group_by "tags" finds a list, which labels no group',
    );
  });

  test("a row that lacks what a metric needs is refused only in the metric's own route", async () => {
    const bare = { ...MT, references: [] };
    const ofQa = makeRouted({ routes: [route({ where: { task: "qa" } })] });
    const ofAll = makeRouted({ routes: [route()] });

    await expect(runRouted(ofQa, [QA, bare])).resolves.toBeDefined();
    await expect(runRouted(ofAll, [QA, bare])).rejects.toMatchObject({
      message: 'route "all": the row has no reference, which the metric "ExactMatch" needs',
      where: "rows.jsonl:2",
    });
  });

  test("the same metric twice is refused before a row is read", async () => {
    const twice = { metrics: [{ class: "ExactMatch" }, { class: "ExactMatch" }] };

    await expect(makeRouted({ routes: [route(twice)] }).prepare(null)).rejects.toThrow(
      'route "all" has the metric "ExactMatch" twice',
    );
  });

  test("two metrics with one key are named with it", async () => {
    const modes = ["any", "all"].map((mode) => ({ class: "SubstringMatch", args: { mode } }));
    const metric = makeRouted({ routes: [route({ metrics: modes })] });

    await expect(runRouted(metric, [QA])).rejects.toThrow(
      '"SubstringMatch" of route "all" and "SubstringMatch-2" of route "all" both have the key "all/substring_match"',
    );
  });

  test("a route that is named like a group of another is refused before anything is scored", async () => {
    const metric = makeRouted({
      routes: [route({ group_by: "lang" }), route({ name: "all/ja", where: { task: "mt" } })],
    });
    const rows = [QA, MT].map(({ lm_output: _, ...row }) => ({ ...row, where: "rows.jsonl:1" }));

    await expect(metric.prepare(listRows(rows, "rows.jsonl"))).rejects.toThrow(
      'route "all/ja" and a group of route "all" have the same keys',
    );
  });

  test.each([
    { routes: [] },
    { routes: [route({ name: "" })] },
    { routes: [route({ wehre: {} })] },
    { routes: [route()], on_unmatched: "stop" },
    { routes: [route()], metric_key: "x" },
  ])("args that mean nothing are refused: %j", (args) => {
    expect(() => makeRouted(args)).toThrow();
  });

  test("a route that takes no row is told of once, and asks its metrics nothing", async () => {
    const warnings: string[] = [];
    const metric = makeRouted(
      { routes: [route(), route({ name: "fr", where: { lang: "fr" } })] },
      { warn: (message) => warnings.push(message) },
    );

    const { summary } = await runRouted(metric, [QA]);

    expect(warnings).toEqual([
      'route "fr" of "QueryRoutedMetric" takes no row: it reports nothing',
    ]);
    expect(plainFigures(summary)).toEqual({ "all/exact_match": 1 });
  });

  test("a pattern that is not linear is told of, or refused where all must be linear", () => {
    const warnings: string[] = [];
    const args = { routes: [route({ where: { task: { regex: "(.)\\1" } } })] };

    makeRouted(args, { warn: (message) => warnings.push(message) });

    expect(warnings).toEqual([
      'route "all": the pattern "(.)\\\\1" is not searched in linear time, for it refers back to a group; a text that takes too long is an error',
    ]);
    expect(() => makeRouted({ ...args, regex_engine: "linear" })).toThrow(ConfigError);
  });
});

describe("rows that come as a stream", () => {
  test("are looked at one by one", async () => {
    const metric = makeRouted({
      on_unmatched: "error",
      routes: [route({ where: { task: "qa" } })],
    });
    await metric.prepare(null);
    const score = async (extra_info: object, references: string[]) =>
      metric.score(
        scoreInput({ response: "a", references, extra_info: { ...extra_info } }),
        sampleContext(),
      );

    await expect(score({ task: "qa" }, ["a"])).resolves.toMatchObject({
      scores: { "all/exact_match": true },
    });
    await expect(score({ task: "mt" }, ["a"])).rejects.toThrow("1 row is taken by no route");
    await expect(score({ task: "qa" }, [])).resolves.toMatchObject({
      scores: {},
      reason:
        'failed: all/ExactMatch: the row has no reference, which the metric "ExactMatch" needs',
    });
  });
});

/** Fails on some answers, and on others has a score. */
class Flaky extends Metric {
  override score({ response }: { readonly response: string }): Score {
    if (response === "down") throw new CompletionError("the judge is away");
    if (response === "wrong key") throw new CompletionError("401", { kind: "fatal" });
    return { scores: { flaky: true } };
  }
}

describe("a metric that fails", () => {
  const metric = makeRouted(
    { routes: [{ name: "all", metrics: ["flaky", "exact"] }] },
    { metric: async (asked) => innerOf(String(asked)) },
  );

  function innerOf(name: string): Metric {
    if (name === "flaky") return new Flaky({}, metricContext({ name }));
    return new (class extends Metric {
      override score = () => ({ scores: { exact: 1 } });
    })({}, metricContext({ name }));
  }

  test("is missing for that answer and takes no other metric with it", async () => {
    const instances = ["up", "down"].map((lm_output) => ({ ...QA, lm_output }));

    const { summary, scores } = await runRouted(metric, instances);

    expect(scores[1]?.scores).toEqual({ "all/exact": 1 });
    expect(scores[1]?.reason).toBe("failed: all/flaky: the judge is away");
    expect(summary).toMatchObject({
      "all/flaky": 1,
      "all/flaky.count": 1,
      "all/flaky.missing": 1,
      "all/flaky.failed": 1,
      "all/exact.count": 2,
    });
  });

  test("is counted under its name where it has no score at all, also beside one of its kind", async () => {
    const both = makeRouted(
      { routes: [{ name: "all", metrics: [{ flaky: 1 }, { flaky: 2 }] }] },
      { metric: async () => innerOf("flaky") },
    );

    const { summary } = await runRouted(both, [{ ...QA, lm_output: "down" }]);

    expect(summary).toEqual({
      "all/flaky": null,
      "all/flaky.count": 0,
      "all/flaky.missing": 1,
      "all/flaky.failed": 1,
      "all/flaky-2": null,
      "all/flaky-2.count": 0,
      "all/flaky-2.missing": 1,
      "all/flaky-2.failed": 1,
    });
  });

  test("ends the run where it would fail for every answer", async () => {
    await expect(runRouted(metric, [{ ...QA, lm_output: "wrong key" }])).rejects.toThrow("401");
  });
});

describe("a summary", () => {
  test("has groups in the order of the data, in whichever order answers came", async () => {
    const metric = makeRouted({ routes: [route({ group_by: "lang" })] });
    const { scores } = await runRouted(metric, [QA, MT]);

    const summary = metric.summarize(scores.toReversed());

    expect(Object.keys(plainFigures(summary))).toEqual([
      "all/exact_match",
      "all/en/exact_match",
      "all/ja/exact_match",
    ]);
  });

  test("is the same after scores went through a log", async () => {
    const metric = makeRouted({ routes: [route({ group_by: "lang" })] });
    const { summary, scores } = await runRouted(metric, [QA, MT]);

    expect(metric.summarize(JSON.parse(JSON.stringify(scores)))).toEqual(summary);
  });

  test("counts beside each figure how many answers it is over", async () => {
    const metric = makeRouted({ routes: [route({ group_by: "lang" })] });
    const { summary } = await runRouted(metric, [QA, MT, MT]);

    expect(summary).toMatchObject({ "all/exact_match.count": 3, "all/ja/exact_match.count": 2 });
  });
});

test("an inner metric is prepared with the rows of its route, by their own places", async () => {
  const seen: string[] = [];
  class Looking extends Metric {
    override async prepare(rows: Parameters<Metric["prepare"]>[0]): Promise<void> {
      for await (const row of rows?.rows() ?? []) seen.push(row.where);
      seen.push(String(rows?.count), rows?.where(1) ?? "", (await rows?.read(1))?.where ?? "");
    }

    override score(): Score {
      return { scores: {} };
    }
  }
  const metric = makeRouted(
    { routes: [{ name: "qa", where: { task: "qa" }, metrics: "looking" }] },
    { metric: async () => new Looking({}, metricContext()) },
  );
  const rows: MetricRow[] = ["mt", "qa", "mt", "qa"].map((task, index) => ({
    references: [],
    extra_info: { task },
    where: `rows.jsonl:${index + 1}`,
  }));

  await metric.prepare(listRows(rows, "rows.jsonl"));

  expect(seen).toEqual(["rows.jsonl:2", "rows.jsonl:4", "2", "rows.jsonl:4", "rows.jsonl:4"]);
});
