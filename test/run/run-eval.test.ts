import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { CompletionFn } from "../../src/core/completion.ts";
import { ConfigError } from "../../src/core/errors.ts";
import { Eval, type SampleContext } from "../../src/core/eval.ts";
import type { Event } from "../../src/core/event.ts";
import { listRows, type RowSource } from "../../src/core/row-source.ts";
import { readLog } from "../../src/record/read-log.ts";
import type { EventSink } from "../../src/record/sink.ts";
import type { RunObserver } from "../../src/run/observer.ts";
import { runEval } from "../../src/run/run-eval.ts";
import { answering } from "../helpers/answering.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";
import { questions, tinyRegistry } from "../helpers/tiny-registry.ts";

interface Row {
  readonly input: string;
  readonly ideal: string;
}

/** An eval of one's own, given as a class. */
class Exact extends Eval<Row, { readonly samples_jsonl: string; readonly strict: boolean }> {
  static override readonly Args = z.strictObject({
    samples_jsonl: z.string(),
    strict: z.boolean().default(true),
  });
  static override readonly Sample = z.strictObject({ input: z.string(), ideal: z.string() });

  override async evalSample({ input, ideal }: Row, ctx: SampleContext): Promise<void> {
    const { text } = await ctx.complete(input);
    ctx.record.match(text === ideal, { expected: ideal, picked: text });
  }
}

/** The same, with rows of its own. */
class Own extends Exact {
  override async samples(): Promise<RowSource<Row>> {
    return listRows([{ input: "Question 0?", ideal: "A" }], "own rows");
  }
}

/** Keeps all that it is given. */
function keeping(): EventSink & { readonly said: unknown[]; readonly written: Event[] } {
  const said: unknown[] = [];
  const written: Event[] = [];
  return {
    said,
    written,
    open: async ({ eval_name }) => void said.push(["open", eval_name]),
    write: async (events) => void written.push(...events),
    close: async (report) => void said.push(["close", report["accuracy"]]),
    abandon: async () => void said.push(["abandon"]),
  };
}

const ARGS = { samples_jsonl: "own" };

describe("given things instead of names", () => {
  test("a class, a function and a sink make a run", async () => {
    const sink = keeping();
    const fn = answering("A");

    const result = await runEval({
      completionFns: [fn],
      eval: Exact,
      args: { samples_jsonl: "data/tiny.jsonl" },
      cwd: tinyRegistry(),
      sink,
    });

    expect(result).toMatchObject({ logPath: undefined, location: undefined, errors: [] });
    expect(result.report).toMatchObject({ accuracy: 1, "samples/total": 4 });
    expect(result.spec).toMatchObject({ eval_name: "exact.default", base_eval: "exact" });
    expect(sink.said).toEqual([
      ["open", "exact.default"],
      ["close", 1],
    ]);
    expect(sink.written.map(({ type }) => type).toSorted()).toEqual([
      ...Array(4).fill("match"),
      ...Array(4).fill("sampling"),
    ]);
    expect(fn.calls).toHaveLength(4);
  });

  test("without a sink there is a log file, with all that was written", async () => {
    const root = tinyRegistry();

    const { logPath, report } = await runEval({
      completionFns: [answering("A")],
      eval: "t-match",
      registryPaths: [root],
      recordFolder: root,
    });

    const log = await readLog(logPath ?? "");
    expect(log.report).toEqual(report);
    expect(log.spec.eval_name).toBe("t-match.dev.v0");
  });

  test("a sink may be made when its place is known", async () => {
    const places: unknown[] = [];

    await runEval({
      completionFns: [answering("A")],
      eval: "t-match",
      registryPaths: [tinyRegistry()],
      sink: (place) => {
        places.push(place);
        return keeping();
      },
    });

    expect(places).toEqual([
      { path: expect.stringMatching(/_t-match\.jsonl$/), primaryMetric: "accuracy" },
    ]);
  });
});

describe("before anything is asked", () => {
  test.each<[string, Parameters<typeof runEval>[0], string]>([
    [
      "args of the wrong type",
      { completionFns: [], eval: Own, args: { ...ARGS, strict: "very" } },
      '"strict"',
    ],
    [
      "an arg that does not exist",
      { completionFns: [], eval: Own, args: { ...ARGS, foo: 1 } },
      '"foo"',
    ],
    [
      "data that is not there",
      { completionFns: [], eval: Exact, args: { samples_jsonl: "x" } },
      '"x"',
    ],
    ["a name that is not there", { completionFns: [], eval: "no-such-eval" }, '"no-such-eval"'],
  ])("%s is refused", async (_, options, message) => {
    const sink = keeping();
    const fn = answering("A");

    const running = runEval({ ...options, completionFns: [fn], sink });

    await expect(running).rejects.toMatchObject({
      name: "ConfigError",
      message: expect.stringContaining(message),
    });
    expect(fn.calls).toEqual([]);
    expect(sink.said).toEqual([]);
  });

  test("a row that does not fit is refused with its place", async () => {
    class Misfit extends Exact {
      override async samples(): Promise<RowSource<Row>> {
        const rows = [{ input: "q", ideal: "A" }, { input: "q" } as Row];
        return listRows(rows, "own rows");
      }
    }
    const fn = answering("A");

    const running = runEval({ completionFns: [fn], eval: Misfit, args: ARGS, sink: keeping() });

    await expect(running).rejects.toMatchObject({ name: "DataError", where: "own rows:2" });
    expect(fn.calls).toEqual([]);
  });

  test("rows without a count are refused, for a run would have none of them", async () => {
    class Stream extends Own {
      override async samples(): Promise<RowSource<Row>> {
        return { ...(await super.samples()), count: null };
      }
    }

    const running = runEval({
      completionFns: [answering("A")],
      eval: Stream,
      args: ARGS,
      sink: keeping(),
    });

    await expect(running).rejects.toThrow('how many samples "stream.default" has is not known');
  });

  test("a log that cannot be written ends the run", async () => {
    const fn = answering("A");
    const root = tinyRegistry();

    const running = runEval({
      completionFns: [fn],
      eval: "t-match",
      registryPaths: [root],
      recordPath: join(root, "data/tiny.jsonl/log.jsonl"),
    });

    await expect(running).rejects.toMatchObject({ name: "ConfigError" });
    expect(fn.calls).toEqual([]);
  });
});

describe("when something fails", () => {
  test("a report that cannot be made leaves the counts and the log", async () => {
    class NoReport extends Own {
      override summarize(): never {
        throw new RangeError("no figures");
      }
    }
    const sink = keeping();

    const { report, failure } = await runEval({
      completionFns: [answering("A")],
      eval: NoReport,
      args: ARGS,
      sink,
    });

    expect(failure).toEqual(new RangeError("no figures"));
    expect(report).toMatchObject({ "samples/total": 1, "samples/scored": 1 });
    expect(sink.said.at(-1)).toEqual(["close", undefined]);
  });

  test("a sink that takes no more ends the run, and the report covers what it took", async () => {
    const sink = keeping();
    let room = 3;
    const filling: EventSink = {
      ...sink,
      write: async (events) => {
        if (room-- === 0) throw new Error("disk full");
        await sink.write(events);
      },
    };

    const { report, failure } = await runEval({
      completionFns: [answering("A")],
      eval: Exact,
      args: { samples_jsonl: "data/tiny.jsonl" },
      cwd: tinyRegistry({ rows: questions(10) }),
      concurrency: 1,
      sink: filling,
    });

    expect(failure).toEqual(new Error("disk full"));
    expect(report).toMatchObject({ "samples/scored": 3, "samples/skipped": 7 });
  });

  test("a sink that cannot be closed is a failure with the report in hand", async () => {
    const sink: EventSink = {
      ...keeping(),
      close: async () => {
        throw new Error("the server is gone");
      },
    };

    const { report, failure } = await runEval({
      completionFns: [answering("A")],
      eval: Own,
      args: ARGS,
      sink,
    });

    expect(failure).toEqual(new Error("the server is gone"));
    expect(report).toMatchObject({ accuracy: 1 });
  });

  test("what would fail every sample is thrown, and nothing is left behind", async () => {
    const failing: CompletionFn = {
      complete: async () => {
        throw new ConfigError("the moon is down");
      },
    };
    const root = tinyRegistry();
    const recordPath = join(root, "log.jsonl");

    const running = runEval({
      completionFns: [failing],
      eval: "t-match",
      registryPaths: [root],
      recordPath,
    });

    await expect(running).rejects.toThrow("the moon is down");
    expect(existsSync(recordPath)).toBe(false);
  });
});

describe("when it is stopped", () => {
  /** Answers, but the third call waits for its signal and says so. */
  function hanging() {
    let calls = 0;
    let tell = () => {};
    const hangs = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const fn: CompletionFn = {
      async complete(_, __, { signal }) {
        if (++calls < 3) return { completions: ["A"] };
        tell();
        return new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
      },
    };
    return { fn, hangs };
  }

  test("what still runs after the grace period is left out, not an error", async () => {
    const { fn, hangs } = hanging();
    const stop = new AbortController();
    const told: unknown[] = [];

    const running = runEval({
      completionFns: [fn],
      eval: "t-match",
      registryPaths: [tinyRegistry({ rows: questions(10) })],
      concurrency: 1,
      sink: keeping(),
      signal: stop.signal,
      graceMs: 0,
      observer: { stopping: (reason, graceMs) => told.push(reason, graceMs) },
    });
    await hangs;
    stop.abort("enough");
    const { report, stopReason, failure } = await running;

    expect(failure).toBeUndefined();
    expect(stopReason).toBe("enough");
    expect(told).toEqual(["enough", 0]);
    expect(report).toMatchObject({
      accuracy: 1,
      "samples/scored": 2,
      "samples/errors": 0,
      "samples/skipped": 8,
    });
  });

  test("before it begins, its reason is thrown and nothing is asked or written", async () => {
    const fn = answering("A");
    const recordFolder = tempRegistry({});

    const running = runEval({
      completionFns: [fn],
      eval: Own,
      args: ARGS,
      recordFolder,
      signal: AbortSignal.abort("SIGINT"),
    });

    await expect(running).rejects.toBe("SIGINT");
    expect(fn.calls).toEqual([]);
    expect(readdirSync(recordFolder)).toEqual([]);
  });

  test("while rows are checked, the check ends there", async () => {
    const stop = new AbortController();
    let checked = 0;
    class Interrupting extends Exact {
      static override readonly Sample = Exact.Sample.refine(() => {
        checked++;
        stop.abort("SIGINT");
        return true;
      });
    }

    const running = runEval({
      completionFns: [answering("A")],
      eval: Interrupting,
      args: { samples_jsonl: join(tinyRegistry(), "data/tiny.jsonl") },
      sink: keeping(),
      signal: stop.signal,
    });

    await expect(running).rejects.toBe("SIGINT");
    expect(checked).toBe(1);
  });
});

test("an observer is told what runs, how far it is, and what to know", async () => {
  const told: string[] = [];
  const observer: RunObserver = {
    started: ({ samples, rows, alias }) => told.push(`started ${samples} of ${rows} ${alias}`),
    progressed: ({ done, total }) => told.push(`${done}/${total}`),
    warned: (message) => told.push(message.split(" in ")[0] ?? ""),
  };

  await runEval({
    completionFns: [answering("A")],
    eval: "t-match",
    registryPaths: [tinyRegistry({ rows: [{ input: "q", ideal: "" }, ...questions(3)] })],
    maxSamples: 2,
    concurrency: 1,
    sink: keeping(),
    observer,
  });

  expect(told).toEqual(["an empty ideal", "started 2 of 4 t-match", "0/2", "1/2", "1/2", "2/2"]);
});

test("the same run has the same events, whatever the number at a time", async () => {
  const eventsWith = async (concurrency: number) => {
    const sink = keeping();
    await runEval({
      completionFns: ["oracle"],
      completionArgs: { accuracy: 0.5, seed: 1 },
      eval: "t-match",
      registryPaths: [tinyRegistry({ rows: questions(30) })],
      concurrency,
      sink,
    });
    return sink.written
      .map(({ sample_id, type, data }) => JSON.stringify([sample_id, type, data]))
      .toSorted();
  };

  expect(await eventsWith(1)).toEqual(await eventsWith(16));
});
