import { z } from "zod";
import type { CompletionFn, CompletionResult } from "../core/completion.ts";
import { ConfigError } from "../core/errors.ts";

/** Answers nothing: for metrics over answers that the data or an earlier log has. */
export class None implements CompletionFn {
  static readonly Args = z.strictObject({});

  /** @throws {ConfigError} always */
  async complete(): Promise<CompletionResult> {
    throw new ConfigError('an answer is asked for, and the completion function "none" has none', {
      fix: "name a completion function that answers; none is for metrics over answers that are there",
    });
  }
}
