import { z } from "zod";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../../core/completion.ts";
import type { Prompt } from "../../core/prompt.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import { InnerFn, innerFn, needsOfInner } from "./inner-fn.ts";
import { PostProcessors, postProcess } from "./post-processors.ts";

const Args = z.strictObject({
  /** Who answers. */
  completion_fn: InnerFn,
  /** What is done to each answer. */
  postprocessors: PostProcessors,
});
type Args = z.infer<typeof Args>;

/** Another completion function whose answers are tidied up before they are judged. */
export class PostProcessed implements CompletionFn {
  static readonly Args = Args;
  static readonly needs = needsOfInner("completion_fn");
  readonly asksOthers = true;
  readonly #steps: PostProcessors;
  readonly #inner: () => Promise<CompletionFn>;

  constructor({ completion_fn, postprocessors }: Args, { registry }: CompletionFnContext) {
    this.#steps = postprocessors;
    this.#inner = innerFn(completion_fn, registry);
  }

  async prepare(): Promise<void> {
    await this.#inner();
  }

  async complete(
    prompt: Prompt,
    params: CompletionParams,
    call: CallContext,
  ): Promise<CompletionResult> {
    const inner = await this.#inner();
    return postProcess(await inner.complete(prompt, params, call), this.#steps, call);
  }
}
