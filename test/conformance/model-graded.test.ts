import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CompletionFn } from "../../src/core/completion.ts";
import type { Event } from "../../src/core/event.ts";
import type { EventSink } from "../../src/record/sink.ts";
import { runEval } from "../../src/run/run-eval.ts";

const REGISTRY = process.env["OPENAI_EVALS_REGISTRY"] ?? "";

/** `[sample id, call of the sample, completion function, is it the judge, prompt, kwargs, answer]` */
type Call = readonly [string, number, number, boolean, string | null, number, string];

interface Conversation {
  readonly eval: string;
  readonly class: string;
  readonly completion_fns: number;
  readonly report: Readonly<Record<string, number>>;
  readonly kwargs: readonly object[];
  readonly calls: readonly Call[];
  readonly events: readonly (readonly [string, string, object])[];
}

const conversations = REGISTRY === "" ? [] : readConversations();

describe.skipIf(REGISTRY === "")("model-graded evals of openai/evals under --parity", () => {
  test("all thirty of the sample are there", () => {
    expect(conversations).toHaveLength(30);
  });

  test.each(conversations)("$eval asks, reads and reports the same", async (conversation) => {
    const { asked, events, report } = await replay(conversation, { parity: true });

    expect(asked).toEqual(expectedCalls(conversation));
    expect(events).toMatchObject(conversation.events);
    expect(report).toMatchObject(conversation.report);
    expect(Object.keys(report).filter((key) => key in conversation.report)).toEqual(
      Object.keys(conversation.report),
    );
  });
});

describe.skipIf(REGISTRY === "")("model-graded evals of openai/evals by our own rules", () => {
  test.each(conversations)("$eval asks the same and judges every sample", async (conversation) => {
    const { asked, events, report } = await replay(conversation, { parity: false });

    expect(asked).toEqual(expectedCalls(conversation));
    expect(events).toHaveLength(conversation.events.length);
    expect(report["samples/errors"]).toBe(0);
  });
});

/** Runs an eval against the recorded answers, one sample after the other. */
async function replay(conversation: Conversation, { parity }: { readonly parity: boolean }) {
  const answers = new Map(conversation.calls.map((call) => [`${call[0]} ${call[1]}`, call]));
  const turns = new Map<string, number>();
  const asked: unknown[] = [];
  const functions = Array.from(
    { length: conversation.completion_fns },
    (_, index): CompletionFn => ({
      async complete(prompt, params, { sampleId, purpose }) {
        const turn = turns.get(sampleId) ?? 0;
        turns.set(sampleId, turn + 1);
        const isJudge = purpose === "judge";
        asked.push([sampleId, turn, index, isJudge, isJudge ? null : hashOf(prompt), params]);
        return { completions: [answers.get(`${sampleId} ${turn}`)?.[6] ?? "not recorded"] };
      },
    }),
  );

  const events: Event[] = [];
  const sink: EventSink = {
    open: async () => {},
    write: async (written) => void events.push(...written),
    close: async () => {},
  };
  const { report } = await runEval({
    completionFns: functions,
    eval: conversation.eval,
    registryPaths: [REGISTRY],
    concurrency: 1,
    parity,
    sink,
  });
  const metrics = events.filter(({ type }) => type === "metrics");
  return {
    asked,
    report,
    events: metrics.map(({ sample_id, type, data }) => [sample_id, type, data]),
  };
}

function expectedCalls({ calls, kwargs }: Conversation): unknown[] {
  return calls.map(([sampleId, turn, index, isJudge, prompt, params]) => [
    sampleId,
    turn,
    index,
    isJudge,
    prompt,
    kwargs[params],
  ]);
}

/** SHA-256 of the prompt as JSON with sorted keys. */
function hashOf(prompt: unknown): string {
  const json = JSON.stringify(prompt, (_, part) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  return createHash("sha256").update(json).digest("hex");
}

function readConversations(): readonly Conversation[] {
  return readFileSync(join(REGISTRY, "SCRIPTED.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line): Conversation => JSON.parse(line))
    .filter((conversation) => conversation.class.endsWith(":ModelBasedClassify"));
}
