import { createHash } from "node:crypto";
import type { RowSource } from "../core/row-source.ts";
import { type RowTexts, sampleTexts, trainingTexts } from "./overlap-texts.ts";

/** A sample whose question is in the training data. */
export interface Overlap {
  /** The sample's index. */
  readonly index: number;
  readonly where: string;
  /** `normalised` when they differ in case, punctuation, white space or Unicode form. */
  readonly kind: "exact" | "normalised";
  readonly trainingWhere: string;
  /** Whether the training data answers it with an ideal of the sample. */
  readonly isAnswered: boolean;
}

/** Which samples are in the training data. */
export interface Overlaps {
  readonly found: readonly Overlap[];
  /** How many samples were compared. */
  readonly samples: number;
  readonly exact: number;
  readonly normalised: number;
  readonly answered: number;
}

/** Finds the samples of an eval in training data, of which it holds hashes alone. */
export async function findOverlaps(
  samples: RowSource<unknown>,
  training: RowSource<unknown>,
): Promise<Overlaps> {
  const seen = new SeenTexts();
  let row = 0;
  for await (const texts of training.rows()) seen.add(trainingTexts(texts), row++);

  const found: Overlap[] = [];
  let index = 0;
  for await (const sample of samples.rows()) {
    const hit = seen.find(sampleTexts(sample));
    if (hit) {
      const { kind, isAnswered, row: trainingRow } = hit;
      const places = { where: samples.where(index), trainingWhere: training.where(trainingRow) };
      found.push({ index, ...places, kind, isAnswered });
    }
    index++;
  }
  const count = (isCounted: (overlap: Overlap) => boolean) => found.filter(isCounted).length;
  return {
    found,
    samples: index,
    exact: count(({ kind }) => kind === "exact"),
    normalised: count(({ kind }) => kind === "normalised"),
    answered: count(({ isAnswered }) => isAnswered),
  };
}

interface Hit extends Pick<Overlap, "kind" | "isAnswered"> {
  /** Index of the training row. */
  readonly row: number;
}

/** Hashes of texts and the first row of each. */
class SeenTexts {
  readonly #exact = new Map<bigint, number>();
  readonly #normalised = new Map<bigint, number>();
  /** Of a question together with its answer. */
  readonly #answered = new Map<bigint, number>();

  add({ prompts, answers }: RowTexts, row: number): void {
    for (const prompt of new Set(prompts)) {
      note(this.#exact, prompt, row);
      note(this.#normalised, normalised(prompt), row);
      for (const answer of answers) note(this.#answered, pair(prompt, answer), row);
    }
  }

  find({ prompts, answers }: RowTexts): Hit | undefined {
    const asked = prompts.filter((prompt) => normalised(prompt) !== "");
    const pairs = asked.flatMap((prompt) => answers.map((answer) => pair(prompt, answer)));
    const answered = firstOf(this.#answered, pairs);
    const exact = firstOf(this.#exact, asked);
    const row = exact ?? firstOf(this.#normalised, asked.map(normalised));
    if (row === undefined) return undefined;
    const kind = exact === undefined ? "normalised" : "exact";
    return { kind, row: answered ?? row, isAnswered: answered !== undefined };
  }
}

function note(rows: Map<bigint, number>, text: string, row: number): void {
  const hash = hashOf(text);
  if (!rows.has(hash)) rows.set(hash, row);
}

function firstOf(rows: ReadonlyMap<bigint, number>, texts: readonly string[]): number | undefined {
  return texts.map((text) => rows.get(hashOf(text))).find((row) => row !== undefined);
}

function pair(prompt: string, answer: string): string {
  return `${normalised(prompt)}\n${normalised(answer)}`;
}

/** 64 bits, so that a chance hit among millions of texts is out of the question. */
function hashOf(text: string): bigint {
  return createHash("sha256").update(text).digest().readBigUInt64LE();
}

function normalised(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{P}\s]+/gu, " ")
    .trim();
}
