import type { Reducer } from "../core/reducer.ts";
import type { Outcome } from "../core/sample.ts";
import { reduceRepeats, type SampleResults } from "./reduce-repeats.ts";

/** How often each sample is judged, and how its results become one. */
export interface Repeats {
  readonly count: number;
  readonly reducer: Reducer;
}

/**
 * Holds results of repeats until a sample has all of them. A sample of which one repeat failed has
 * failed: what the others say is no answer to what was asked of all.
 */
export class RepeatedSamples {
  readonly #repeats: Repeats;
  /** Results by repeat of the samples that are not complete; undefined for one that failed. */
  readonly #waiting = new Map<string, Map<number, SampleResults | undefined>>();
  readonly #failed = new Set<string>();
  #complete = 0;

  constructor(repeats: Repeats) {
    this.#repeats = repeats;
  }

  /** Samples that are complete or have failed. */
  get total(): number {
    return this.#complete + this.#failed.size;
  }

  /** Samples with a repeat that failed. */
  get failed(): number {
    return this.#failed.size;
  }

  /**
   * Adds a repeat, or one that had failed and was done again.
   *
   * @param results undefined when the repeat failed
   * @returns the sample's results when it has those of all repeats now
   */
  add(
    { sampleId, repeat = 0 }: Pick<Outcome, "sampleId" | "repeat">,
    results: SampleResults | undefined,
  ): SampleResults | undefined {
    const known = this.#waiting.get(sampleId) ?? new Map<number, SampleResults | undefined>();
    this.#waiting.set(sampleId, known.set(repeat, results));
    const inOrder = [...known].sort(([a], [b]) => a - b);
    const good = inOrder.map(([, one]) => one).filter((one) => one !== undefined);
    if (good.length < known.size) this.#failed.add(sampleId);
    else this.#failed.delete(sampleId);
    if (good.length < this.#repeats.count) return undefined;

    this.#waiting.delete(sampleId);
    this.#complete += 1;
    return reduceRepeats(good, this.#repeats.reducer);
  }
}
