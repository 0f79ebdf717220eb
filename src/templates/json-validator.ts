import { z } from "zod";
import { Eval, type SampleContext } from "../core/eval.ts";
import { parseJson } from "../metrics/parse-json.ts";
import { SampleFileArgs } from "./args.ts";
import { judgeAnswers } from "./judge-answers.ts";
import { Input } from "./sample.ts";

type Args = z.infer<typeof SampleFileArgs>;

const Sample = z.looseObject({ input: Input });
type Sample = z.infer<typeof Sample>;

/** Correct when the whole answer is JSON. */
export class JsonValidator extends Eval<Sample, Args> {
  static override readonly Args = SampleFileArgs;
  static override readonly Sample = Sample;

  override async evalSample({ input }: Sample, ctx: SampleContext): Promise<void> {
    const { parity } = this.context;
    const question = { prompt: input, params: { temperature: 0 }, evaluation: this };
    await judgeAnswers(ctx, question, (text, record) => {
      record.match(parseJson(text, { parity }) !== undefined, { picked: text });
    });
  }
}
