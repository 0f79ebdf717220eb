import { z } from "zod";
import { Eval, type SampleContext } from "../core/eval.ts";
import type { RowSource } from "../core/row-source.ts";
import { splitWords } from "../metrics/text/white-space.ts";
import { TemplateArgs } from "./args.ts";
import { checkMatch } from "./check-match.ts";
import { judgeAnswers } from "./judge-answers.ts";

const REQUEST = "Which word most likely comes next? Reply with that word only.";

const Args = TemplateArgs.extend({
  /** Language of the passages, such as `en`. */
  subset: z.string(),
});
type Args = z.infer<typeof Args>;

const Passage = z.string().refine((text) => splitWords(text).length > 1, {
  error: "expected at least two words, of which the last is asked for",
});

const Sample = z
  .looseObject({ text: Passage })
  .meta({ examples: [{ text: "She looked at the sea" }] });
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
    const question = { prompt, params: { temperature: 0, max_tokens: 8 }, evaluation: this };
    await judgeAnswers(ctx, question, (text, record) => {
      checkMatch({ record }, text, { expected: words.slice(-1) });
    });
  }
}
