import { PythonRandom } from "../core/random.ts";
import type { RowSource } from "../core/row-source.ts";
import type { Job } from "../core/sample.ts";
import type { RunSpec } from "../core/spec.ts";

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

/** A job before its row is read. */
export interface PlannedJob extends Omit<Job, "sample"> {
  /** Place of its row in the data, from 0. */
  readonly index: number;
}

/**
 * The chosen rows as jobs, in their order; all repeats of a sample before the next sample, so that
 * a run that is stopped has whole samples.
 */
export function* planJobs(
  indices: readonly number[],
  { base_eval, split }: Pick<RunSpec, "base_eval" | "split">,
  repeats = 1,
): Generator<PlannedJob> {
  for (const index of indices) {
    const job = { index, sampleId: `${base_eval}.${split}.${index}` };
    if (repeats === 1) yield job;
    else for (let repeat = 0; repeat < repeats; repeat++) yield { ...job, repeat };
  }
}

/** Place of a sample's row in the data, from 0. */
export function indexOf(sampleId: string): number {
  return Number(sampleId.slice(sampleId.lastIndexOf(".") + 1));
}

/** Planned jobs with their rows, each read when it is its turn; those that are done are left out. */
export async function* jobsOf(
  rows: RowSource<unknown>,
  planned: Iterable<PlannedJob>,
  isDone: (job: PlannedJob) => boolean = () => false,
): AsyncGenerator<Job> {
  for (const job of planned) {
    if (isDone(job)) continue;
    const { index, ...rest } = job;
    yield { ...rest, sample: await rows.read(index) };
  }
}
