import { z } from "zod";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../../core/completion.ts";
import { CompletionError } from "../../core/errors.ts";
import type { Prompt } from "../../core/prompt.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import { toPlainText } from "../calls/turns.ts";
import { cueText, forOneAnswer, goOn } from "./cue.ts";
import { InnerFn, innerFn, needsOfInner } from "./inner-fn.ts";
import { answerAfter, mostFrequent } from "./majority.ts";
import { PostProcessors, postProcess } from "./post-processors.ts";
import { MemoryArgs } from "./solver-args.ts";

const Args = z
  .strictObject({
    /** Who answers, and in mode `judge` also settles it. */
    completion_fn: InnerFn.optional(),
    /** The same, by the name that openai/evals uses. */
    solver: InnerFn.optional(),
    /** Answers that are asked for. */
    num_generations: z.int().positive().default(5),
    /** Words before the final answer; upper and lower case are the same. */
    answer_prefix: z.string().min(1).default("The answer is"),
    /** How one answer is made of many: the most frequent one, or what a further call settles. */
    mode: z.enum(["count", "judge"]).default("count"),
    /** Of each answer, over what the eval asks for; null leaves it to the eval. */
    temperature: z.number().nullable().default(1),
    /** Asks to reason; `{prefix}` is the answer's. */
    cot_template: z
      .string()
      .default("Reason step by step. End with the answer alone, written as: {prefix} <answer>"),
    /** Asks to settle it; `{question}` and `{prefix}` may be in it. */
    judge_prompt: z
      .string()
      .default(
        "These are answers of several people to the question below. If most of them agree, give " +
          "their answer, else say [NO CONSENSUS]. Write it as: {prefix} <answer>\n\n{question}",
      ),
    ...MemoryArgs.shape,
    postprocessors: PostProcessors.default([]),
  })
  .refine(({ completion_fn, solver }) => (completion_fn === undefined) !== (solver === undefined), {
    path: ["completion_fn"],
    error: "one of completion_fn and solver is needed",
  });
type Args = z.infer<typeof Args>;

/** Asks another completion function several times and takes the answer that most agree on. */
export class SelfConsistency implements CompletionFn {
  static readonly Args = Args;
  static readonly needs = needsOfInner("completion_fn", "solver");
  readonly asksOthers = true;
  readonly #args: Args;
  readonly #inner: () => Promise<CompletionFn>;
  readonly #cue: string;

  /** @throws {ConfigError} when a template asks for a name that it does not get */
  constructor(args: Args, { registry }: CompletionFnContext) {
    const { answer_prefix: prefix, completion_fn = args.solver ?? "" } = args;
    this.#args = args;
    this.#inner = innerFn(completion_fn, registry);
    this.#cue = cueText(args.cot_template, "cot_template", { prefix });
    this.#judgeCue("");
  }

  async prepare(): Promise<void> {
    await this.#inner();
  }

  async complete(
    prompt: Prompt,
    params: CompletionParams,
    call: CallContext,
  ): Promise<CompletionResult> {
    const { mode, answer_prefix, postprocessors } = this.#args;
    const texts = await this.#generate(prompt, params, call);
    const answers = texts.map((text) => answerAfter(answer_prefix, text));
    const picked =
      mode === "count"
        ? (mostFrequent(answers.filter((answer) => answer !== undefined)) ?? this.#noAnswer())
        : await this.#settle({ prompt, texts }, params, call);
    const shown = answers.map((answer) => answer ?? null);
    call.record.extra({ self_consistency: { answers: shown, picked } });
    return postProcess({ completions: [picked] }, postprocessors, call);
  }

  /** No call is left behind when another one fails. */
  async #generate(prompt: Prompt, params: CompletionParams, call: CallContext): Promise<string[]> {
    const { num_generations, temperature } = this.#args;
    const fn = await this.#inner();
    const asked = goOn(prompt, { role: "system", content: this.#cue });
    const options = { ...forOneAnswer(params), ...(temperature === null ? {} : { temperature }) };
    const ends = await Promise.allSettled(
      Array.from({ length: num_generations }, () => fn.complete(asked, options, call)),
    );
    return ends.flatMap((end) => {
      if (end.status === "rejected") throw end.reason;
      return end.value.completions.slice(0, 1);
    });
  }

  async #settle(
    { prompt, texts }: { readonly prompt: Prompt; readonly texts: readonly string[] },
    params: CompletionParams,
    call: CallContext,
  ): Promise<string> {
    const question = toPlainText(prompt);
    const fn = await this.#inner();
    const asked = [
      { role: "system", content: this.#judgeCue(question) },
      ...texts.map((content) => ({ role: "user", content })),
    ];
    const { completions } = await fn.complete(asked, forOneAnswer(params), call);
    const [verdict] = completions;
    if (verdict === undefined) throw new CompletionError("the call that settles it has no answer");
    return answerAfter(this.#args.answer_prefix, verdict) ?? verdict.trim();
  }

  #judgeCue(question: string): string {
    const { judge_prompt, answer_prefix: prefix } = this.#args;
    return cueText(judge_prompt, "judge_prompt", { question, prefix });
  }

  #noAnswer(): never {
    const { num_generations, answer_prefix } = this.#args;
    throw new CompletionError(
      `none of ${num_generations} answers has the words ${JSON.stringify(answer_prefix)}`,
      { fix: "set answer_prefix, or mode: judge" },
    );
  }
}
