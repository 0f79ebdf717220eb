import { orAborted } from "../core/abortable.ts";
import { Deadline } from "../core/deadline.ts";
import { DataError } from "../core/errors.ts";
import type { SampleContext } from "../core/eval.ts";
import type { FlowLine } from "./flow-lines.ts";
import { LineRun } from "./line-run.ts";
import type { LineResult, ReadyFlow } from "./ready-flow.ts";
import { failsEveryLine } from "./run-node.ts";

/** Longest time for one line, in milliseconds. */
const TIMEOUT_MS = 600_000;

/**
 * Runs one line: each node when those that it refers to are done. The first error ends it.
 *
 * @throws {OaievalError} when every line would fail alike
 * @throws the signal's reason when the run was cancelled
 */
export async function runLine(
  flow: ReadyFlow,
  line: FlowLine,
  sample: SampleContext,
): Promise<LineResult> {
  const { lineTimeoutMs = TIMEOUT_MS } = flow.services;
  const deadline = new Deadline(sample.signal, lineTimeoutMs);
  const run = new LineRun(flow, line, { sample, signal: deadline.signal });
  try {
    return await orAborted(run.result(), deadline.signal);
  } catch (error) {
    run.stop(error);
    if (sample.signal.aborted) throw sample.signal.reason;
    if (deadline.expired) return run.failed(notDone(run.running, lineTimeoutMs));
    if (failsEveryLine(run.causeOf(error))) throw run.causeOf(error);
    return run.failed(error);
  } finally {
    deadline.end();
  }
}

function notDone(running: Iterable<string>, milliseconds: number): DataError {
  const names = [...running].map((name) => `"${name}"`).join(", ");
  const seconds = milliseconds / 1000;
  return new DataError(
    `the line was not done after ${seconds} s (line_timeout: ${seconds}); ${names} still ran`,
  );
}
