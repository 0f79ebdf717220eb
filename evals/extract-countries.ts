import { Eval, type Prompt, type SampleContext } from "oaieval";

interface Sample {
  input: Prompt;
  /** "Peru, Chad" or "none"; of a list of such answers, any will do. */
  ideal: string | string[];
}

/** Correct when the answer names exactly the expected countries, in any order. */
export class ExtractCountries extends Eval<Sample> {
  override async evalSample({ input, ideal }: Sample, ctx: SampleContext): Promise<void> {
    const { text } = await ctx.complete(input, { temperature: 0 });
    const correct = [ideal].flat().some((answer) => countries(answer) === countries(text));
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
