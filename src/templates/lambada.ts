import { z } from "zod";
import { Eval, type SampleContext } from "../core/eval.ts";
import type { RowSource } from "../core/row-source.ts";
import { matchPrefix } from "../metrics/compare.ts";
import { splitWords } from "../metrics/text/white-space.ts";
import { callParams, TemplateArgs } from "./args.ts";

const REQUEST = "Which word most likely comes next? Reply with that word only.";

const Args = TemplateArgs.extend({
  /** Language of the passages, such as `en`. */
  subset: z.string(),
});
type Args = z.infer<typeof Args>;

const Sample = z.looseObject({
  text: z.string().refine((text) => splitWords(text).length > 1, {
    error: "expected at least two words: the last is asked for",
  }),
});
type Sample = z.infer<typeof Sample>;

/** Asks for the last word of a passage; correct when the answer begins with it. */
export class Lambada extends Eval<Sample, Args> {
  static override readonly Args = Args;
  static override readonly Sample = Sample;

  override async samples(): Promise<RowSource<Sample>> {
    const subset = encodeURIComponent(this.args.subset);
    const reference = `hf://EleutherAI/lambada_openai?name=${subset}&split=test`;
    return (await this.context.openRows(reference)) as RowSource<Sample>; // see Sample
  }

  override async evalSample({ text: passage }: Sample, ctx: SampleContext): Promise<void> {
    const words = splitWords(passage);
    const prompt = `${REQUEST}\n\n${words.slice(0, -1).join(" ")}`;
    const params = callParams({ temperature: 0, max_tokens: 8 }, this.args);
    const { text } = await ctx.complete(prompt, params);
    const { correct, ...data } = matchPrefix(text, words.slice(-1));
    ctx.record.match(correct, data);
  }
}
