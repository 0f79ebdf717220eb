import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../../core/completion.ts";
import type { Prompt } from "../../core/prompt.ts";
import { forOneAnswer, goOn } from "./cue.ts";

/** Who reasons, who answers, and the words that ask them to. */
export interface ReasonThenAnswer {
  readonly reason: CompletionFn;
  readonly answer: CompletionFn;
  /** Who speaks the cues. */
  readonly role: "assistant" | "system";
  readonly reasonCue: string;
  readonly answerCue: string;
}

/** What reasons when no words are set. */
export const REASON_CUE =
  "Work through the question one step at a time first, and only then say what follows from it.";

/** What answers when no words are set. */
export const ANSWER_CUE = "So the answer, written exactly as the question asks for it, is:";

/** Asks for reasoning, then for the answer alone. Without reasoning there is no answer. */
export async function reasonThenAnswer(
  { reason, answer, role, reasonCue, answerCue }: ReasonThenAnswer,
  { prompt, params }: { readonly prompt: Prompt; readonly params: CompletionParams },
  call: CallContext,
): Promise<CompletionResult> {
  const asked = goOn(prompt, { role, content: reasonCue });
  const reasoned = await reason.complete(asked, forOneAnswer(params), call);
  const [reasoning] = reasoned.completions;
  if (reasoning === undefined) return { completions: [], finish_reason: reasoned.finish_reason };

  const said = goOn(asked, { role: "assistant", content: reasoning }, { role, content: answerCue });
  const { completions, model, finish_reason } = await answer.complete(said, params, call);
  return {
    completions: completions.map((text) => text.trim()),
    model,
    finish_reason,
    reasoning: completions.map(() => reasoning),
  };
}
