import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Job, Outcome } from "../../src/core/sample.ts";
import { LocalRunner } from "../../src/run/local-runner.ts";

/** Jobs with the numbers 0 … count−1, and how many of them were drawn. */
function jobs(count: number) {
  const drawn: string[] = [];
  return {
    drawn,
    async *[Symbol.asyncIterator](): AsyncGenerator<Job> {
      for (let index = 0; index < count; index++) {
        drawn.push(`s.${index}`);
        yield { sampleId: `s.${index}`, sample: index };
      }
    },
  };
}

const done = ({ sampleId }: Job): Outcome => ({ sampleId, events: [] });
const RUNNING = new AbortController().signal;

/** A runner, and what it did. */
function observed(
  judge: (job: Job) => Promise<Outcome>,
  { concurrency, stop = RUNNING }: { readonly concurrency: number; readonly stop?: AbortSignal },
) {
  const seen = { running: 0, most: 0 };
  const outcomes: string[] = [];
  const runner = new LocalRunner(
    async (job) => {
      seen.most = Math.max(seen.most, ++seen.running);
      try {
        return await judge(job);
      } finally {
        seen.running--;
      }
    },
    { concurrency, stop },
  );
  return {
    seen,
    outcomes,
    run: (source: AsyncIterable<Job>) =>
      runner.run(source, async ({ sampleId }) => void outcomes.push(sampleId)),
  };
}

describe.each([1, 4, 32])("R12: fifteen jobs, %i at a time", (concurrency) => {
  test("all of them are done, and no more run at once", async () => {
    const { run, seen, outcomes } = observed(
      async (job) => {
        await turn();
        return done(job);
      },
      { concurrency },
    );

    await run(jobs(15));

    expect(outcomes.toSorted()).toEqual(jobNames(15).toSorted());
    expect(seen.most).toBe(Math.min(concurrency, 15));
  });

  test("also when they take no time at all", async () => {
    const { run, outcomes } = observed(async (job) => done(job), { concurrency });

    await run(jobs(15));

    expect(outcomes).toHaveLength(15);
  });
});

test("one at a time keeps the order", async () => {
  const { run, outcomes } = observed(async (job) => done(job), { concurrency: 1 });

  await run(jobs(15));

  expect(outcomes).toEqual(jobNames(15));
});

test("jobs are drawn as they are needed", async () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const source = jobs(1000);
  const { run } = observed(
    async (job) => {
      await opened;
      return done(job);
    },
    { concurrency: 4 },
  );

  const running = run(source);
  for (let i = 0; i < 50; i++) await turn();
  const drawn = source.drawn.length;
  open();
  await running;

  expect(drawn).toBeLessThan(15);
  expect(source.drawn).toHaveLength(1000);
});

test("a failing job ends the run after those that run have ended", async () => {
  const source = jobs(100);
  const { run, seen, outcomes } = observed(
    async (job) => {
      await turn();
      if (job.sampleId === "s.3") throw new Error("no disk");
      await turn();
      return done(job);
    },
    { concurrency: 4 },
  );

  await expect(run(source)).rejects.toThrow("no disk");

  expect(seen.running).toBe(0);
  expect(outcomes).toEqual(expect.arrayContaining(["s.0", "s.1", "s.2"]));
  expect(source.drawn.length).toBeLessThan(20);
});

test("an outcome that cannot be kept ends the run too", async () => {
  const runner = new LocalRunner(async (job) => done(job), { concurrency: 4, stop: RUNNING });

  const running = runner.run(jobs(100), async () => {
    throw new Error("disk full");
  });

  await expect(running).rejects.toThrow("disk full");
});

test("a row that cannot be read ends the run after those that run have ended", async () => {
  const { run, seen, outcomes } = observed(
    async (job) => {
      for (let i = 0; i < 10; i++) await turn();
      return done(job);
    },
    { concurrency: 4 },
  );
  async function* breaking(): AsyncGenerator<Job> {
    yield* jobs(3);
    throw new Error("the file is gone");
  }

  await expect(run(breaking())).rejects.toThrow("the file is gone");

  expect(seen.running).toBe(0);
  expect(outcomes).toEqual(jobNames(3));
});

test("after a stop nothing begins, and what runs ends", async () => {
  const stop = new AbortController();
  const source = jobs(100);
  const { run, seen, outcomes } = observed(
    async (job) => {
      if (job.sampleId === "s.5") stop.abort("enough");
      await turn();
      return done(job);
    },
    { concurrency: 4, stop: stop.signal },
  );

  await run(source);

  expect(seen.running).toBe(0);
  expect(outcomes).toContain("s.5");
  expect(outcomes.length).toBeLessThan(12);
});

test("a run that was stopped before it began does nothing", async () => {
  const { run, outcomes } = observed(async (job) => done(job), {
    concurrency: 4,
    stop: AbortSignal.abort("SIGINT"),
  });

  await run(jobs(10));

  expect(outcomes).toEqual([]);
});

test("no jobs are no work", async () => {
  const { run, outcomes } = observed(async (job) => done(job), { concurrency: 4 });

  await run(jobs(0));

  expect(outcomes).toEqual([]);
});

function jobNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `s.${index}`);
}
