import { PythonRandom } from "../core/random.ts";
import type { RowSource } from "../core/row-source.ts";
import type { Job } from "../core/sample.ts";

/** Which rows are judged, and in which order. */
export interface Selection {
  readonly shuffleSeed: number;
  /** Keep only this many, the first of the shuffled order. */
  readonly maxSamples?: number | undefined;
}

/**
 * Row numbers in the order in which openai/evals takes them: shuffled by a fixed seed, then cut. The
 * same subset whatever the run's own seed is.
 */
export function selectRows(count: number, { shuffleSeed, maxSamples }: Selection): number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  return new PythonRandom(shuffleSeed).shuffle(all).slice(0, maxSamples);
}

/** The chosen rows as jobs, each read when it is its turn. */
export async function* jobsOf(
  rows: RowSource<unknown>,
  indices: readonly number[],
  idPrefix: string,
): AsyncGenerator<Job> {
  for (const index of indices) {
    yield { sampleId: `${idPrefix}.${index}`, sample: await rows.read(index) };
  }
}
