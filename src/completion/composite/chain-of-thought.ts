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
import { ANSWER_CUE, REASON_CUE, reasonThenAnswer } from "./reason-then-answer.ts";

const Args = z.strictObject({
  /** Who reasons. */
  cot_completion_fn: InnerFn,
  /** Who answers from the reasoning. @default who reasons */
  extract_completion_fn: InnerFn.optional(),
  /** Asks to reason; put behind the prompt as a message of the assistant. */
  cot_template: z.string().default(REASON_CUE),
  /** Asks for the answer behind the reasoning. */
  extract_answer_template: z.string().default(ANSWER_CUE),
  /** Existing registries state it; names are found wherever the run finds them. */
  registry_path: z.string().nullable().optional(),
});
type Args = z.infer<typeof Args>;

/** Lets another completion function reason first, and then asks for the answer alone. */
export class ChainOfThought implements CompletionFn {
  static readonly Args = Args;
  static readonly needs = needsOfInner("cot_completion_fn", "extract_completion_fn");
  readonly asksOthers = true;
  readonly #reason: () => Promise<CompletionFn>;
  readonly #answer: () => Promise<CompletionFn>;
  readonly #cues: { readonly reasonCue: string; readonly answerCue: string };

  /** @throws {ConfigError} when a template has placeholders */
  constructor(args: Args, { registry }: CompletionFnContext) {
    const { cot_completion_fn: reason, extract_completion_fn: answer } = args;
    this.#reason = innerFn(reason, registry);
    this.#answer = answer === undefined ? this.#reason : innerFn(answer, registry);
    this.#cues = {
      reasonCue: cueText(args.cot_template, "cot_template"),
      answerCue: cueText(args.extract_answer_template, "extract_answer_template"),
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
    const parts = { reason, answer, role: "assistant" as const, ...this.#cues };
    return reasonThenAnswer(parts, { prompt, params }, call);
  }
}
