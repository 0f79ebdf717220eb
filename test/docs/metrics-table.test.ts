import { describe, expect, test } from "vitest";
import type { Metric, MetricTools } from "../../src/core/metric.ts";
import { listRows } from "../../src/core/row-source.ts";
import { BUILTINS } from "../../src/registry/builtins.ts";
import { Registry } from "../../src/registry/registry.ts";
import { answering } from "../helpers/answering.ts";
import { sampleContext, scoreInput } from "../helpers/scoring.ts";
import { blocksOf, readPage } from "./pages.ts";

const PAGE = "docs/metrics.md";

/** Metrics whose scores depend on their args, which the page says in words. */
const BY_ARGS = ["routed", "rubric-judge", "model-graded"];

const SHIPPED = BUILTINS.filter(({ kind }) => kind === "metric")
  .map(({ name }) => name)
  .filter((name) => !BY_ARGS.includes(name));

/** A row that every metric can score. */
const INPUT = scoreInput({
  query: "How many?",
  response: "1",
  references: ["1"],
  contexts: ["1"],
  reference_contexts: ["1"],
  extra_info: { retrieved_context_ids: ["a"], reference_context_ids: ["a"] },
});

const TOOLS: MetricTools = {
  judge: answering("no verdict"),
  judgeName: "gpt-4o",
  judgeRetries: 0,
  warn: () => {},
};

async function prepared(name: string): Promise<Metric> {
  const registry = new Registry();
  const embedding = await registry.embeddingFn("hashed-embedding");
  const metric = await registry.metric({ class: name }, { ...TOOLS, embedding });
  await metric.prepare(listRows([INPUT], "rows.jsonl"));
  return metric;
}

/** Cells of the row of each metric. */
const ROWS = new Map(
  [...readPage(PAGE).matchAll(/^\| `([\w+-]+)` +\| (.*) \|$/gm)].map(
    ([, name = "", cells = ""]) => [name, cells.split(" | ").map((cell) => cell.trim())],
  ),
);

/** The keys in a cell; what only reports have stands behind a semicolon. */
function keysIn(cell: string): string[] {
  const ofScores = cell.split(";")[0] ?? "";
  return [...ofScores.matchAll(/`([^`]+)`/g)].map(([, key = ""]) => key);
}

describe.each(SHIPPED)("%s", (name) => {
  const [first = "", second = ""] = ROWS.get(name) ?? [];
  const isOfFlexeval = /^`[A-Z]\w+`$/.test(first);

  test("has the scores that the table says", async () => {
    const { scores } = await (await prepared(name)).score(INPUT, sampleContext());

    expect(keysIn(isOfFlexeval ? second : first).toSorted()).toEqual(
      Object.keys(scores).toSorted(),
    );
  });

  test("has the range that the table says", async () => {
    const { range } = await prepared(name);
    if (!range) return;

    const said = (isOfFlexeval ? ROWS.get(name)?.[2] : second)?.match(/^(\S+) (?:to|or) (\S+)/);
    expect([Number(said?.[1]), Number(said?.[2])]).toEqual(range);
  });
});

test("signatures are those of the metrics", async () => {
  const block = blocksOf(PAGE).find(({ marks }) => marks.has("signatures"));
  const said = new Map(
    (block?.text ?? "")
      .trim()
      .split("\n")
      .map((line) => line.split(/ {2,}/) as [string, string]), // a name and a signature
  );
  const signed: [string, string][] = [];
  for (const name of SHIPPED) {
    const { signature } = await prepared(name);
    if (signature !== undefined) signed.push([name, signature.replace(/icu=[\d.]+/, "icu=…")]);
  }

  expect(said).toEqual(new Map(signed));
});
