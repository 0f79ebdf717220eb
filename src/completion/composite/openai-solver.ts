import { z } from "zod";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../../core/completion.ts";
import { ConfigError } from "../../core/errors.ts";
import type { Prompt } from "../../core/prompt.ts";
import type { CompletionFnContext, Needs } from "../../core/registry-view.ts";
import { isTextModel } from "../model-kind.ts";
import { innerFn } from "./inner-fn.ts";
import { PostProcessors, postProcess } from "./post-processors.ts";

const options = z.record(z.string(), z.unknown());

const Args = z.strictObject({
  /** Args of `openai-chat`. */
  completion_fn_options: z.looseObject({
    model: z.string().min(1),
    extra_options: options.optional(),
  }),
  /** The only answers, each of one ASCII character: letters, digits, signs. */
  valid_answers: z
    .array(z.string().regex(/^[!-~]$/, { error: "is not one ASCII character" }))
    .nullable()
    .optional(),
  postprocessors: PostProcessors.default([]),
});
type Args = z.infer<typeof Args>;

/** A chat model of OpenAI's API with the arguments of openai/evals' solver. */
export class OpenAISolver implements CompletionFn {
  static readonly Args = Args;
  static readonly needs: Needs = ({ completion_fn_options: args }, needsOf) =>
    needsOf({ class: "openai-chat", args: Object(args) });
  readonly asksOthers = true;
  readonly #steps: PostProcessors;
  readonly #inner: () => Promise<CompletionFn>;

  /** @throws {ConfigError} when the model only completes text */
  constructor(args: Args, { registry }: CompletionFnContext) {
    const { completion_fn_options: given, valid_answers, postprocessors } = args;
    if (isTextModel(given.model)) throw noChat(given.model);
    const { logit_bias = biasTo(valid_answers ?? []) } = given.extra_options ?? {};
    const extra_options = { ...given.extra_options, logit_bias };
    this.#steps = postprocessors;
    this.#inner = innerFn({ class: "openai-chat", args: { ...given, extra_options } }, registry);
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

/** All of OpenAI's vocabularies begin with the printable ASCII characters, `!` being token 0. */
function biasTo(answers: readonly string[]): Readonly<Record<string, number>> | null {
  if (answers.length === 0) return null;
  return Object.fromEntries(answers.map((answer) => [answer.charCodeAt(0) - 0x21, 100]));
}

function noChat(model: string): ConfigError {
  return new ConfigError(`${model} only completes text; a solver asks models that chat`, {
    fix: `name ${model} itself as the completion function`,
  });
}
