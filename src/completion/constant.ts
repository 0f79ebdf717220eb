import { z } from "zod";
import type { CompletionFn, CompletionResult } from "../core/completion.ts";

const Args = z.strictObject({
  /** The answer. */
  text: z.string(),
});

/** Answers everything with one text of your choice. */
export class Constant implements CompletionFn {
  static readonly Args = Args;
  readonly #text: string;

  constructor({ text }: z.infer<typeof Args>) {
    this.#text = text;
  }

  async complete(): Promise<CompletionResult> {
    return { completions: [this.#text] };
  }
}
