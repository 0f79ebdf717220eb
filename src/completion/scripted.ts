import { z } from "zod";
import type { CompletionFn, CompletionParams, CompletionResult } from "../core/completion.ts";
import { CompletionError } from "../core/errors.ts";
import { type Prompt, toText } from "../core/prompt.ts";

const Texts = z.union([z.string(), z.array(z.string()).min(1)]);

const Args = z.strictObject({
  /** Tried in order; the first that fits answers. */
  rules: z
    .array(
      z.strictObject({
        /** What must be in the prompt: one text, or all of a list. */
        when: Texts,
        /** The answer; of a list, one for each that a call asks for. */
        answer: Texts,
      }),
    )
    .default([]),
  /** The answer where no rule fits. */
  default: Texts.optional(),
});

/** Answers by rules that look for words in the prompt: a stand-in for a model, in demos and tests. */
export class Scripted implements CompletionFn {
  static readonly Args = Args;
  readonly #rules: z.infer<typeof Args>["rules"];
  readonly #default: z.infer<typeof Args>["default"];

  constructor(args: z.infer<typeof Args>) {
    this.#rules = args.rules;
    this.#default = args.default;
  }

  /** @throws {CompletionError} when no rule fits and there is no default */
  async complete(prompt: Prompt, { n }: CompletionParams): Promise<CompletionResult> {
    const text = toText(prompt);
    const rule = this.#rules.find(({ when }) => [when].flat().every((part) => text.includes(part)));
    const answer = rule?.answer ?? this.#default;
    if (answer === undefined) throw unanswered(text);
    const answers = [answer].flat();
    const count = typeof n === "number" ? n : 1;
    return {
      completions: Array.from(
        { length: count },
        (_, index) => answers[index % answers.length] ?? "",
      ),
      model: "scripted",
      finish_reason: "stop",
    };
  }
}

function unanswered(text: string): CompletionError {
  return new CompletionError(`no rule fits the prompt ${JSON.stringify(text.slice(0, 80))}`, {
    fix: "add a rule or a default",
  });
}
