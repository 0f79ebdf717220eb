import { z } from "zod";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../../core/completion.ts";
import type { Prompt } from "../../core/prompt.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import { cueText } from "./cue.ts";
import { InnerFn, innerFn, needsOfInner } from "./inner-fn.ts";
import { PostProcessors, postProcess } from "./post-processors.ts";
import { ANSWER_CUE, REASON_CUE, reasonThenAnswer } from "./reason-then-answer.ts";
import { MemoryArgs } from "./solver-args.ts";

const Args = z.strictObject({
  /** Who reasons. */
  cot_solver: InnerFn,
  /** Who answers from the reasoning. */
  extract_solver: InnerFn,
  /** Asks to reason; put behind the prompt as a system message. */
  cot_template: z.string().default(REASON_CUE),
  /** Asks for the answer behind the reasoning. */
  extract_template: z.string().default(ANSWER_CUE),
  ...MemoryArgs.shape,
  postprocessors: PostProcessors.default([]),
});
type Args = z.infer<typeof Args>;

/** Chain of thought with the arguments, and the cues as system messages, of openai/evals' solver. */
export class CotSolver implements CompletionFn {
  static readonly Args = Args;
  static readonly needs = needsOfInner("cot_solver", "extract_solver");
  readonly asksOthers = true;
  readonly #args: Args;
  readonly #reason: () => Promise<CompletionFn>;
  readonly #answer: () => Promise<CompletionFn>;
  readonly #cues: { readonly reasonCue: string; readonly answerCue: string };

  /** @throws {ConfigError} when a template has placeholders */
  constructor(args: Args, { registry }: CompletionFnContext) {
    this.#args = args;
    this.#reason = innerFn(args.cot_solver, registry);
    this.#answer = innerFn(args.extract_solver, registry);
    this.#cues = {
      reasonCue: cueText(args.cot_template, "cot_template"),
      answerCue: cueText(args.extract_template, "extract_template"),
    };
  }

  async prepare(): Promise<void> {
    await Promise.all([this.#reason(), this.#answer()]);
  }

  async complete(
    prompt: Prompt,
    params: CompletionParams,
    call: CallContext,
  ): Promise<CompletionResult> {
    const [reason, answer] = await Promise.all([this.#reason(), this.#answer()]);
    const parts = { reason, answer, role: "system" as const, ...this.#cues };
    const result = await reasonThenAnswer(parts, { prompt, params }, call);
    return postProcess(result, this.#args.postprocessors, call);
  }
}
