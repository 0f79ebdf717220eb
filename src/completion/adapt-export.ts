import { z } from "zod";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../core/completion.ts";
import type { Prompt } from "../core/prompt.ts";
import { isRunnable, runnableClass } from "./lang-chain/lang-chain.ts";

/** A function that answers prompts: what it returns, a text or more, is the answer. */
export type Answer = (prompt: Prompt, params: CompletionParams, call: CallContext) => unknown;

/**
 * The class of completion functions behind what a module exports: a function that answers, an object
 * that is a completion function, or anything with `invoke`, as LangChain's runnables have.
 *
 * @returns undefined for a class, and for what can answer nothing
 */
export function classOfExport(
  value: unknown,
): (new (args: never, context: never) => CompletionFn) | undefined {
  if (isClass(value)) return undefined;
  if (typeof value === "function") return answerClass(value as Answer);
  if (isCompletionFn(value)) return fnClass(value);
  return isRunnable(value) ? runnableClass(value) : undefined;
}

/** Classes say so themselves; those of older compilers have methods. */
function isClass(value: unknown): boolean {
  if (typeof value !== "function") return false;
  const isWritten = /^class\b/.test(Function.prototype.toString.call(value));
  return isWritten || Object.getOwnPropertyNames(value.prototype ?? {}).length > 1;
}

function isCompletionFn(value: unknown): value is CompletionFn {
  return typeof Object(value).complete === "function";
}

/** The args of an entry are put over the options of each call. */
function answerClass(answer: Answer) {
  return class Answering implements CompletionFn {
    readonly #options: CompletionParams;

    constructor(options: CompletionParams) {
      this.#options = options;
    }

    async complete(
      prompt: Prompt,
      params: CompletionParams,
      call: CallContext,
    ): Promise<CompletionResult> {
      const sent = { ...params, ...this.#options };
      return (await answer(prompt, sent, call)) as CompletionResult; // made a proper one afterwards
    }
  };
}

/** What was made already takes no args. */
function fnClass(fn: CompletionFn) {
  return class Made implements CompletionFn {
    static readonly Args = z.strictObject({});
    readonly asksOthers = fn.asksOthers === true;

    async prepare(): Promise<void> {
      await fn.prepare?.();
    }

    complete(
      prompt: Prompt,
      params: CompletionParams,
      call: CallContext,
    ): Promise<CompletionResult> {
      return fn.complete(prompt, params, call);
    }
  };
}
