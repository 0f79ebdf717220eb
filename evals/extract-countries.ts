import { AnsweredSample, Eval, idealList, type SampleContext } from "oaieval";

/** Correct when the answer names exactly the expected countries, in any order. */
export class ExtractCountries extends Eval<AnsweredSample> {
  static override readonly Sample = AnsweredSample;

  override async evalSample({ input, ideal }: AnsweredSample, ctx: SampleContext): Promise<void> {
    const { text } = await ctx.complete(input, { temperature: 0 });
    const correct = idealList(ideal).some((answer) => countries(answer) === countries(text));
    ctx.record.match(correct, { expected: ideal, picked: text });
  }
}

/** The names of a list, sorted and in lower case, so that equal sets are equal text. */
function countries(list: string): string {
  const names = list
    .toLowerCase()
    .split(/[,\n]/)
    .map((name) => name.trim());
  return [...new Set(names)].filter(Boolean).sort().join(", ");
}
