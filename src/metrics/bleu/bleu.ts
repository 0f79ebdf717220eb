import { DataError } from "../../core/errors.ts";
import { type TokenizerName, tokenizerFor, tokenizerOf } from "../text/tokenizers.ts";
import { nltkStatistics } from "./nltk.ts";
import type { BleuOptions } from "./options.ts";
import { type BleuScores, bleuScores } from "./scores.ts";
import { type BleuStatistics, countNgrams, sumBleuStatistics } from "./statistics.ts";

/**
 * BLEU of one text against all its references.
 *
 * @returns 0 (nothing shared) to 1 (identical)
 * @throws {DataError} when there is no reference
 */
export function bleu(
  hypothesis: string,
  references: readonly string[],
  options: BleuOptions = {},
): BleuScores {
  const count = ngramCounter(tokenizerNamed(options, references), options);
  const effective_order = options.effective_order ?? true;
  return bleuScores(count(hypothesis, references), { ...options, effective_order });
}

/**
 * BLEU of all texts together, which is not the mean of theirs.
 *
 * @param references those of the first text, those of the second …
 * @returns 0 (nothing shared) to 1 (identical)
 * @throws {DataError} when there is no text, one without references, or references without a text
 */
export function corpusBleu(
  hypotheses: readonly string[],
  references: readonly (readonly string[])[],
  options: BleuOptions = {},
): BleuScores {
  if (hypotheses.length === 0) throw new DataError("corpus BLEU needs a text, got none");
  if (references.length !== hypotheses.length) throw unequal(hypotheses, references);
  const count = ngramCounter(tokenizerNamed(options, references.flat()), options);
  const parts = hypotheses.map((text, index) => count(text, references[index] ?? []));
  return bleuScores(sumBleuStatistics(parts), options);
}

/** Counts n-grams of a text and its references in tokens of a tokenizer. */
export function ngramCounter(
  name: TokenizerName,
  { lowercase = false, impl }: BleuOptions,
): (hypothesis: string, references: readonly string[]) => BleuStatistics {
  const tokenize = tokenizerOf(name);
  const tokens = (text: string) => tokenize(lowercase ? text.toLowerCase() : text);
  return (hypothesis, references) => {
    const statistics = countNgrams(tokens(hypothesis), references.map(tokens));
    return impl === "nltk" ? nltkStatistics(statistics) : statistics;
  };
}

function tokenizerNamed(
  { tokenize = "auto" }: BleuOptions,
  references: readonly string[],
): TokenizerName {
  return tokenize === "auto" ? tokenizerFor(references) : tokenize;
}

function unequal(hypotheses: readonly unknown[], references: readonly unknown[]): DataError {
  const found = `${hypotheses.length} texts and references of ${references.length}`;
  return new DataError(`corpus BLEU needs references for each text, got ${found}`, {
    fix: "give a list of lists: the references of the first text, those of the second …",
  });
}
