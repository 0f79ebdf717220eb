import { z } from "zod";
import type { CompletionFn, CompletionResult } from "../core/completion.ts";

/** Answers everything with the same sentence: for trying out an eval without a model. */
export class Dummy implements CompletionFn {
  static readonly Args = z.strictObject({});

  async complete(): Promise<CompletionResult> {
    return { completions: ["This is a dummy response."] };
  }
}
