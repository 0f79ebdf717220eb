import { expect, test } from "vitest";
import type { Score } from "../../../src/core/metric.ts";
import { AnswerRelevancy } from "../../../src/metrics/classes/answer-relevancy.ts";
import { answering } from "../../helpers/answering.ts";
import { makeMetric, sampleContext, scoreInput } from "../../helpers/scoring.ts";

const READABLE = '{"reason": "r", "subject": 1, "asked": 1, "focus": 1, "evasive": false}';
const WRITTEN = { readable: READABLE, none: "I like it.", cut: '{"reason": "I was about' };

async function warningsAfter(verdicts: readonly (keyof typeof WRITTEN)[]): Promise<string[]> {
  const warnings: string[] = [];
  const judge = answering(...verdicts.map((verdict) => WRITTEN[verdict]));
  const warn = (message: string) => warnings.push(message);
  const metric = makeMetric(AnswerRelevancy, {
    context: { name: "relevant", judge, judgeRetries: 0, warn },
  });
  const summary = metric.summary();
  for (const _ of verdicts) {
    const input = scoreInput({ query: "When?", response: "At nine." });
    const score: Score = await metric.score(input, sampleContext());
    summary.add(score);
  }
  expect(summary.report()).toMatchObject({ "answer_relevancy.missing": expect.any(Number) });
  return warnings;
}

test.each([[["none"]], [["none", "none", "readable"]], [["none", "cut", "readable"]]] as const)(
  "verdicts of which most cannot be read are told of: %j",
  async (verdicts) => {
    expect(await warningsAfter(verdicts)).toEqual([
      expect.stringContaining('"relevant": most of the judge\'s verdicts cannot be read'),
    ]);
  },
);

test.each([[["readable"]], [["none", "readable"]]] as const)(
  "nothing is told when most can be read: %j",
  async (verdicts) => {
    expect(await warningsAfter(verdicts)).toEqual([]);
  },
);
