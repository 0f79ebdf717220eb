import { describe, expect, test } from "vitest";
import { type Asked, expectedCalls, replay } from "./replay.ts";
import { conversations, REGISTRY, sameFigures } from "./sample.ts";

const recorded = conversations(["Match", "Includes", "FuzzyMatch", "JsonMatch"]);
const translations = conversations(["Translate"]);

describe.skipIf(REGISTRY === "")("basic evals of openai/evals under --parity", () => {
  test("all thirty-six of the sample are there", () => {
    expect(recorded).toHaveLength(36);
  });

  test.each(recorded)("$eval asks, records and reports the same", async (conversation) => {
    const { asked, events, report } = await replay(conversation, { parity: true });

    expect(asked).toEqual(expectedCalls(conversation));
    expect(events).toMatchObject(conversation.events);
    expect(report).toMatchObject(sameFigures(conversation.report));
  });

  test.each(recorded)("$eval is the same with ten at a time", async (conversation) => {
    const { asked, events, report } = await replay(conversation, { parity: true, concurrency: 10 });

    expect(asked.sort(bySample)).toEqual(expectedCalls(conversation).sort(bySample));
    expect(events).toHaveLength(conversation.events.length);
    expect(report).toMatchObject(sameFigures(conversation.report));
  });

  test.each(translations)("$eval asks the same", async (conversation) => {
    const { asked } = await replay(conversation, { parity: true });

    expect(asked).toEqual(expectedCalls(conversation));
  });
});

function bySample([a]: Asked, [b]: Asked): number {
  return a < b ? -1 : Number(a > b);
}
