import PQueue from "p-queue";
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
    const queue = new PQueue({ concurrency: this.#concurrency });
    const failures: unknown[] = [];
    const judgeAndHandOn = async (job: Job) => {
      if (this.#stop.aborted || failures.length > 0) return;
      try {
        await onOutcome(await this.#judge(job));
      } catch (error) {
        failures.push(error);
      }
    };

    try {
      for await (const job of jobs) {
        await queue.onSizeLessThan(this.#concurrency);
        if (this.#stop.aborted || failures.length > 0) break;
        void queue.add(() => judgeAndHandOn(job));
      }
    } catch (error) {
      failures.push(error);
    }
    await queue.onIdle();
    if (failures.length > 0) throw failures[0];
  }
}
