import type { Job, Outcome, SampleRunner } from "../core/sample.ts";

/** Runs jobs in this process, a bounded number at a time; jobs are drawn only as they are needed. */
export class LocalRunner implements SampleRunner {
  readonly #judge: (job: Job) => Promise<Outcome>;
  readonly #concurrency: number;
  readonly #stop: AbortSignal;

  /** @param stop no job is begun after it aborts; running ones finish */
  constructor(
    judge: (job: Job) => Promise<Outcome>,
    { concurrency, stop }: { readonly concurrency: number; readonly stop: AbortSignal },
  ) {
    this.#judge = judge;
    this.#concurrency = concurrency;
    this.#stop = stop;
  }

  /** @throws the first failure of a job, of `onOutcome` or of `jobs`, after running jobs have ended */
  async run(
    jobs: AsyncIterable<Job>,
    onOutcome: (outcome: Outcome) => Promise<void>,
  ): Promise<void> {
    const left = jobs[Symbol.asyncIterator]();
    const failures: unknown[] = [];
    const isOver = () => this.#stop.aborted || failures.length > 0;
    const takeJobs = async () => {
      while (!isOver()) {
        const next = await left.next();
        if (next.done || isOver()) return;
        await onOutcome(await this.#judge(next.value));
      }
    };

    const loops = Array.from({ length: this.#concurrency }, takeJobs);
    await Promise.all(loops.map((loop) => loop.catch((failure) => failures.push(failure))));
    await left.return?.();
    if (failures.length > 0) throw failures[0];
  }
}
