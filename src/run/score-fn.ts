import { toResult } from "../completion/calls/completion-result.ts";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../core/completion.ts";
import type { Prompt } from "../core/prompt.ts";
import type { LoggedAnswers } from "./score-answers.ts";

/** Answers from a log, and lets the function itself judge. */
export class LoggedFn implements CompletionFn {
  readonly #answers: LoggedAnswers;
  readonly #make: () => Promise<CompletionFn>;
  #itself: Promise<CompletionFn> | undefined;

  /** @param make gives the function itself; called before its first verdict */
  constructor(answers: LoggedAnswers, make: () => Promise<CompletionFn>) {
    this.#answers = answers;
    this.#make = make;
  }

  /** @throws {CompletionError} when the log has no answer */
  async complete(
    prompt: Prompt,
    params: CompletionParams,
    call: CallContext,
  ): Promise<CompletionResult> {
    if (call.purpose === "judge") return this.#judge(prompt, params, call);
    const { calls: _, ...answer } = await this.#answers.take(prompt, call);
    const result = toResult({ ...answer, completions: answer["sampled"] });
    call.record.event("sampling", { ...answer, sampled: result.completions, cached: true });
    return result;
  }

  async #judge(...asked: Parameters<CompletionFn["complete"]>): Promise<CompletionResult> {
    this.#itself ??= this.#make();
    return (await this.#itself).complete(...asked);
  }
}
