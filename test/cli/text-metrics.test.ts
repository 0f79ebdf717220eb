import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { metricsRegistry, runIn } from "../helpers/metrics-registry.ts";

const ROWS = [
  { question: "Is it open?", answer: "Yes.", ideal: "yes", found: ["a", "b"], gold: ["a"] },
  { question: "Is it far?", answer: "yes", ideal: "no", found: [], gold: ["a"] },
];

test("metrics that need no model score answers of the data, each with its signature", async () => {
  const metrics = [
    "exact-match",
    { "exact-match": { metric_key: "lenient", ignore_case: true, ignore_punctuation: true } },
    "token-f1",
    "levenshtein",
    { "regex-match": { pattern: "(?i)^yes" } },
    { "context-precision-ids": { retrieved_field: "found", reference_field: "gold" } },
    { classification: { normalize: "squad", labels: ["yes", "no"] } },
  ];
  const root = metricsRegistry({ metrics }, { rows: ROWS });

  const { exitCode, stdout, log } = await runIn(root, ["none", "m"]);

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^by +levenshtein: unit=code-point\|norm=no\|v=1$/m);
  expect(log.report).toMatchObject({
    exact_match_score: 0,
    lenient: 0.5,
    f1: 0.5,
    // "Yes." and "yes": 2 of 4 letters; "yes" and "no": none of 3.
    levenshtein: 0.25,
    regex_match: 1,
    context_precision_ids: 0.5,
    "context_precision_ids.missing": 1,
    "classification-accuracy": 0.5,
    "classification-confusion": {
      labels: ["yes", "no"],
      counts: [
        [1, 0, 0],
        [1, 0, 0],
      ],
    },
  });
});

test("a row that no ids can be read from ends the run before it begins", async () => {
  const root = metricsRegistry({ metrics: ["context-recall-ids"] }, { rows: ROWS });

  const { exitCode, stderr, path } = await runIn(root, ["none", "m"]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain(
    'the row has no "retrieved_context_ids", which "context-recall-ids" needs',
  );
  expect(stderr).toContain("m.jsonl:1");
  expect(existsSync(path)).toBe(false);
});
