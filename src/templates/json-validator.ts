import { z } from "zod";
import { Eval, type SampleContext } from "../core/eval.ts";
import { parseJson } from "../metrics/parse-json.ts";
import { callParams, SampleFileArgs } from "./args.ts";
import { Input } from "./sample.ts";

type Args = z.infer<typeof SampleFileArgs>;

const Sample = z.looseObject({ input: Input });
type Sample = z.infer<typeof Sample>;

/** Correct when the whole answer is JSON. */
export class JsonValidator extends Eval<Sample, Args> {
  static override readonly Args = SampleFileArgs;
  static override readonly Sample = Sample;

  override async evalSample({ input }: Sample, ctx: SampleContext): Promise<void> {
    const { text } = await ctx.complete(input, callParams({ temperature: 0 }, this.args));
    const { parity } = this.context;
    ctx.record.match(parseJson(text, { parity }) !== undefined, { picked: text });
  }
}
