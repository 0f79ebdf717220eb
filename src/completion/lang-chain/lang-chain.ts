import { z } from "zod";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../../core/completion.ts";
import type { ChatMessage, Prompt } from "../../core/prompt.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import { withinTime } from "../calls/time-limit.ts";
import { toPlainText, toTurns } from "../calls/turns.ts";
import { runnableError } from "./lang-chain-error.ts";
import { readOutput } from "./lang-chain-output.ts";

/** What LangChain's chat models, chains, agents and graphs have in common. */
export interface Runnable {
  invoke(input: unknown, options?: object): unknown;
}

/** Whether an object can be asked as LangChain's are. */
export function isRunnable(value: unknown): value is Runnable {
  return typeof value === "object" && typeof Object(value).invoke === "function";
}

const Args = z.strictObject({
  /**
   * Name under which the runnable takes the prompt. @default the only variable of a prompt template
   * that it begins with, else none
   */
  input_key: z.string().optional(),
  /** Form of the prompt. @default text under a key; else a chat as messages and a text as text */
  input: z.enum(["text", "messages"]).optional(),
  /** Name under which an answer of several fields has the text. */
  output_key: z.string().optional(),
  /** Second argument of `invoke`, such as `{ configurable: { thread_id: "1" } }`. */
  options: z.record(z.string(), z.unknown()).optional(),
});
type Args = z.infer<typeof Args>;

/** A class of completion functions that ask a runnable. */
export interface RunnableClass {
  new (args: Args, context: CompletionFnContext): CompletionFn;
  readonly Args: typeof Args;
}

/** The class of those that ask this one; options of a call are the runnable's own business. */
export function runnableClass(runnable: Runnable): RunnableClass {
  class LangChain implements CompletionFn {
    static readonly Args = Args;
    readonly #args: Args;
    readonly #context: CompletionFnContext;

    constructor(args: Args, context: CompletionFnContext) {
      this.#args = args;
      this.#context = context;
    }

    async complete(
      prompt: Prompt,
      _params: CompletionParams,
      { signal }: CallContext,
    ): Promise<CompletionResult> {
      const { name, timeoutMs } = this.#context;
      const { input_key: key = soleVariable(runnable), input, options, output_key } = this.#args;
      const asked = inputOf(prompt, input ?? (key === undefined ? undefined : "text"));
      const limit = { name, milliseconds: timeoutMs };
      try {
        const output = await withinTime(limit, signal, async (own) =>
          runnable.invoke(key === undefined ? asked : { [key]: asked }, {
            ...options,
            signal: own,
          }),
        );
        return { ...readOutput(output, output_key), sent: { prompt: asked, params: {} } };
      } catch (error) {
        signal.throwIfAborted();
        throw runnableError(error, this.#context);
      }
    }
  }
  return LangChain;
}

/** Messages go as plain objects, which LangChain turns into its own. */
function inputOf(prompt: Prompt, form: Args["input"]): string | readonly ChatMessage[] {
  if (form === "text") return toPlainText(prompt);
  return form === undefined && typeof prompt === "string" ? prompt : toTurns(prompt);
}

/** The variable of a prompt template, or of one that a sequence begins with. */
function soleVariable(runnable: Runnable): string | undefined {
  const { first = runnable } = runnable as { readonly first?: unknown }; // of sequences alone
  const { inputVariables } = Object(first) as { readonly inputVariables?: unknown };
  if (!Array.isArray(inputVariables) || inputVariables.length !== 1) return undefined;
  return String(inputVariables[0]);
}
