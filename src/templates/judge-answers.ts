import type { CompletionParams } from "../core/completion.ts";
import { CompletionError } from "../core/errors.ts";
import type { Eval, SampleContext } from "../core/eval.ts";
import type { Prompt } from "../core/prompt.ts";
import { SampleRecorder } from "../core/sample-recorder.ts";
import { callParams, type TemplateArgs } from "./args.ts";
import { reduceAnswers } from "./reduce-answers.ts";

/** What is asked of the model. */
export interface Question {
  readonly prompt: Prompt;
  /** The template's own options of the call. */
  readonly params: CompletionParams;
  /** Who asks. */
  readonly evaluation: Pick<Eval<unknown, TemplateArgs>, "args" | "context">;
}

/** Records what an answer is worth: one `match`, and `metrics` where there are any. */
export type JudgeAnswer = (text: string, record: SampleRecorder) => void;

/**
 * Asks the model and judges its answer. Where one call gives several answers (`n`), each is judged,
 * and the reducer of the args makes one result of all; under parity, and without a reducer, the first
 * alone counts.
 *
 * @throws {CompletionError} when there are fewer answers than were asked for
 */
export async function judgeAnswers(
  ctx: SampleContext,
  { prompt, params, evaluation }: Question,
  judge: JudgeAnswer,
): Promise<void> {
  const { args, context } = evaluation;
  const options = callParams(params, args);
  const { completions, text } = await ctx.complete(prompt, options);
  const reducer = args.reducer ?? (context.parity ? undefined : "mean");
  if (reducer === undefined) return judge(text, ctx.record);

  const asked = typeof options["n"] === "number" ? options["n"] : 1;
  if (asked > 1 && completions.length < asked) throw tooFew(completions.length, asked);
  if (completions.length <= 1) return judge(text, ctx.record);

  const results = completions.map((completion) => {
    const record = new SampleRecorder();
    judge(completion, record);
    return record;
  });
  reduceAnswers(results, reducer, ctx.record);
}

function tooFew(found: number, asked: number): CompletionError {
  return new CompletionError(`${found} of ${asked} answers came (n: ${asked})`, {
    fix: "the endpoint may not know the option n: leave it out, and ask again with --repeats",
  });
}
