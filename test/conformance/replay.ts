import type { CompletionFn } from "../../src/core/completion.ts";
import { runEval } from "../../src/run/run-eval.ts";
import { type Conversation, hashOf, memorySink, REGISTRY } from "./sample.ts";

/** `[sample id, call of the sample, completion function, is it the judge, prompt, parameters]` */
export type Asked = [string, number, number, boolean, string | null, object | undefined];

/** Runs an eval against the recorded answers. */
export async function replay(
  conversation: Conversation,
  { parity, concurrency = 1 }: { readonly parity: boolean; readonly concurrency?: number },
) {
  const answers = new Map(conversation.calls.map((call) => [`${call[0]} ${call[1]}`, call[6]]));
  const turns = new Map<string, number>();
  const asked: Asked[] = [];
  const functions = Array.from(
    { length: conversation.completion_fns },
    (_, index): CompletionFn => ({
      async complete(prompt, params, { sampleId, purpose }) {
        const turn = turns.get(sampleId) ?? 0;
        turns.set(sampleId, turn + 1);
        const isJudge = purpose === "judge";
        asked.push([sampleId, turn, index, isJudge, isJudge ? null : hashOf(prompt), params]);
        return { completions: [answers.get(`${sampleId} ${turn}`) ?? "not recorded"] };
      },
    }),
  );

  const sink = memorySink();
  const { report } = await runEval({
    completionFns: functions,
    eval: conversation.eval,
    registryPaths: [REGISTRY],
    concurrency,
    parity,
    sink,
  });
  const judged = sink.written.filter(({ type }) => type === "match" || type === "metrics");
  return {
    asked,
    report,
    events: judged.map(({ sample_id, type, data }) => [sample_id, type, data]),
  };
}

/** What openai/evals asked, in its order. */
export function expectedCalls({ calls, kwargs }: Conversation): Asked[] {
  return calls.map(([sampleId, turn, index, isJudge, prompt, params]) => [
    sampleId,
    turn,
    index,
    isJudge,
    prompt,
    kwargs[params],
  ]);
}
