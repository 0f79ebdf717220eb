import { describe, expect, test } from "vitest";
import { expectedCalls, replay } from "./replay.ts";
import { conversations, REGISTRY } from "./sample.ts";

const recorded = conversations(["ModelBasedClassify"]);

describe.skipIf(REGISTRY === "")("model-graded evals of openai/evals under --parity", () => {
  test("all thirty of the sample are there", () => {
    expect(recorded).toHaveLength(30);
  });

  test.each(recorded)("$eval asks, reads and reports the same", async (conversation) => {
    const { asked, events, report } = await replay(conversation, { parity: true });

    expect(asked).toEqual(expectedCalls(conversation));
    expect(events).toMatchObject(conversation.events);
    expect(report).toMatchObject(conversation.report ?? {});
  });
});

describe.skipIf(REGISTRY === "")("model-graded evals of openai/evals by our own rules", () => {
  test.each(recorded)("$eval asks the same and judges every sample", async (conversation) => {
    const { asked, events, report } = await replay(conversation, { parity: false });

    expect(asked).toEqual(expectedCalls(conversation));
    expect(events).toHaveLength(conversation.events.length);
    expect(report["samples/errors"]).toBe(0);
  });
});
