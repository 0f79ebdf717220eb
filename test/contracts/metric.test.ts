import { describe, expect, test } from "vitest";
import type { Metric, MetricTools, ScoreInput } from "../../src/core/metric.ts";
import { listRows } from "../../src/core/row-source.ts";
import { RESERVED_KEYS } from "../../src/record/metric-event.ts";
import { BUILTINS } from "../../src/registry/builtins.ts";
import { Registry } from "../../src/registry/registry.ts";
import { answering } from "../helpers/answering.ts";
import { sampleContext } from "../helpers/scoring.ts";

/** Args of those that cannot do without. */
const ARGS: Readonly<Record<string, object>> = {
  routed: { routes: [{ name: "all", metrics: ["output-length-stats"] }] },
  "rubric-judge": { prompt: "Mark {response}." },
  "model-graded": { modelgraded_spec: "closedqa" },
};

/** A row that has everything, so that no metric lacks a field. */
const INPUT: ScoreInput = {
  query: "What is the capital of France?",
  response: "The capital of France is Paris.",
  references: ["Paris is the capital of France."],
  contexts: ["Paris is the capital of France.", "Lyon is a city."],
  reference_contexts: ["Paris is the capital of France."],
  extra_info: {
    criteria: "short",
    input: "What?",
    messages: [],
    tools: null,
    retrieved_context_ids: ["a", "b"],
    reference_context_ids: ["a"],
  },
  where: "rows.jsonl:1",
};

/** References of those that do not take every text for one. */
const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  "json-equality": ['{"capital": "Paris"}'],
  "numeric-diff": ["20"],
  "numeric-match": ["20"],
};

const NAMES = BUILTINS.filter(({ kind }) => kind === "metric").map(({ name }) => name);

function make(name: string, tools: Partial<MetricTools> = {}): Promise<Metric> {
  const asked = { class: name, args: ARGS[name] ?? {} };
  return new Registry().metric(asked, { judgeRetries: 0, warn: () => {}, ...tools });
}

/** A judge that never says what is asked for, and an embedding model that knows one vector. */
const TOOLS: Partial<MetricTools> = {
  judge: answering("no JSON"),
  judgeName: "judge",
  embedding: { embed: async (texts) => ({ embeddings: texts.map(() => [1, 0]) }) },
};

describe.each(NAMES)("%s", (name) => {
  const input = { ...INPUT, references: REFERENCES[name] ?? INPUT.references };

  test("says which fields and whom it needs, and which definition it is of", async () => {
    const metric = await make(name, TOOLS);
    await metric.prepare(listRows([input], "rows.jsonl"));

    const fields = ["query", "response", "references", "contexts", "reference_contexts"];
    expect(metric.fields.filter((field) => !fields.includes(field))).toEqual([]);
    expect(metric.needs.filter((need) => need !== "judge" && need !== "embedding")).toEqual([]);
    expect(metric.signature ?? "v=1").toMatch(/^[^\n]+$/);
  });

  test("gives numbers, true, false or null under keys that events do not need", async () => {
    const metric = await make(name, TOOLS);
    await metric.prepare(listRows([input], "rows.jsonl"));

    const { scores, details } = await metric.score(input, sampleContext());

    for (const [key, value] of Object.entries(scores)) {
      expect(RESERVED_KEYS).not.toContain(key);
      expect(value === null || typeof value === "boolean" || Number.isFinite(value)).toBe(true);
      if (value === null || !metric.range) continue;
      expect(Number(value)).toBeGreaterThanOrEqual(metric.range[0]);
      expect(Number(value)).toBeLessThanOrEqual(metric.range[1]);
    }
    expect(JSON.parse(JSON.stringify({ details }))).toEqual({ ...(details && { details }) });
  });

  test("has a report of strict JSON, of nothing and of a score that the log gave back", async () => {
    const metric = await make(name, TOOLS);
    await metric.prepare(listRows([input], "rows.jsonl"));
    const score = JSON.parse(JSON.stringify(await metric.score(input, sampleContext())));
    const [empty, one] = [metric.summary(), metric.summary()];
    one.add(score);

    const reports = [empty.report(), one.report()];

    expect(JSON.parse(JSON.stringify(reports))).toEqual(reports);
    expect(Object.keys(one.report()).length).toBeGreaterThan(0);
  });

  test("refuses an argument that it does not know", async () => {
    const asked = { class: name, args: { ...ARGS[name], no_such_arg: 1 } };

    await expect(new Registry().metric(asked, { judgeRetries: 0, warn: () => {} })).rejects.toThrow(
      /no_such_arg/,
    );
  });
});

test("every metric that ships has a name in the registry, but for those that need args", () => {
  const named = new Registry().listEntries(["metrics"]).map((row) => row.class);

  expect(NAMES.filter((name) => !(name in ARGS) && !named.includes(name))).toEqual([]);
});
