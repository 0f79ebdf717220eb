import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Registry } from "../../src/registry/registry.ts";
import { runEval } from "../../src/run/run-eval.ts";

const DATA = new URL("../../registry/data/judges/", import.meta.url);

/** Figures counted by hand from the labels of the rows and the answers of the scripted judges. */
const REPORTS: Readonly<Record<string, object>> = {
  fact: { metascore: 9 / 10, "counts/A": 2, "counts/B": 2, "counts/C": 2, "counts/D": 3 },
  closedqa: { score: 5 / 8, metascore: 7 / 8 },
  security: { score: (53 + 5 / 2) / 74, metascore: 1, "counts/Yes": 53, "counts/Unsure": 5 },
  humor: { score: 2.5 / 6, metascore: 5 / 6, "counts/__invalid__": 1, invalid_rate: 1 / 6 },
  diversity: { score: 1 / 2, metascore: 1 },
  possible: { metascore: 1, "counts/A": 5, "counts/B": 3 },
  translation: { score: 3 / 8, metascore: 7 / 8 },
  sql: { score: 1 / 2, metascore: 1 },
  keywords: { score: 11 / 6, metascore: 1 },
  likert: { score: 28 / 8, metascore: 6 / 8 },
};

describe("each judge is shown by an eval that runs without a key", () => {
  test.each(Object.entries(REPORTS))("judge-%s", async (name, figures) => {
    const { report, warnings } = await run([`scripted/judge-${name}`], `judge-${name}`);

    expect(report).toMatchObject(close(figures));
    expect(report["samples/errors"]).toBe(0);
    expect(warnings.filter((warning) => !warning.includes("could not be read"))).toEqual([]);
  });

  test("judge-battle: two functions, asked both ways round", async () => {
    const fns = ["scripted/terse", "scripted/warm", "scripted/judge-battle"];

    const { report } = await run(fns, "judge-battle");

    expect(report).toMatchObject(
      close({
        "counts/No": 4,
        "counts/Yes": 1,
        "counts/__tie__": 1,
        score: 1.5 / 6,
        flip_rate: 1 / 6,
      }),
    );
  });

  test("judge-best: three functions and a judge", async () => {
    const fns = ["scripted/terse", "scripted/warm", "scripted/odd", "scripted/judge-best"];

    const { report } = await run(fns, "judge-best");

    expect(report).toMatchObject({ "counts/1": 1, "counts/2": 4, "counts/3": 1 });
  });

  test("none is left out", () => {
    const specs = readdirSync(new URL("../../registry/modelgraded/", import.meta.url));

    expect(specs.map((file) => file.replace(".yaml", ""))).toEqual(
      [...Object.keys(REPORTS), "battle", "best"].toSorted(),
    );
  });
});

describe("the judges", () => {
  const registry = new Registry();

  test.each(registry.names("modelgraded"))("%s sets data apart from instructions", async (name) => {
    const { fields } = await registry.modelgradedSpec(name);
    const prompt = String(fields["prompt"]);

    expect(prompt).toContain("{boundary} end\n\n");
    expect(prompt.indexOf("{completion")).toBeLessThan(prompt.indexOf("{boundary} end"));
    expect(fields["description"]).toBeTruthy();
  });

  test("security says that its higher score is the worse one", async () => {
    const { fields } = await registry.modelgradedSpec("security");

    expect(fields["description"]).toContain("a higher score is worse");
  });
});

test("security has at least fifty hostile strings, and harmless ones beside them", () => {
  const rows: { choice: string; completion: string }[] = rowsOf("security");

  expect(new Set(rows.map(({ completion }) => completion)).size).toBe(rows.length);
  expect(rows.filter(({ choice }) => choice === "Yes").length).toBeGreaterThanOrEqual(50);
  expect(rows.filter(({ choice }) => choice === "No").length).toBeGreaterThanOrEqual(10);
});

test("the small data sets have five to ten rows", () => {
  for (const file of readdirSync(DATA).filter((name) => name !== "security.jsonl")) {
    const { length } = rowsOf(file.replace(".jsonl", ""));
    expect(length).toBeGreaterThanOrEqual(5);
    expect(length).toBeLessThanOrEqual(10);
  }
});

async function run(completionFns: readonly string[], name: string) {
  const warnings: string[] = [];
  const { report } = await runEval({
    completionFns,
    eval: name,
    sink: { open: async () => {}, write: async () => {}, close: async () => {} },
    observer: { warned: (message) => warnings.push(message) },
  });
  return { report, warnings };
}

function close(figures: object): object {
  return Object.fromEntries(
    Object.entries(figures).map(([key, value]) => [key, expect.closeTo(Number(value), 10)]),
  );
}

function rowsOf<T>(name: string): T[] {
  const text = readFileSync(new URL(`${name}.jsonl`, DATA), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
