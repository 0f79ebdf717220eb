import { readOutcomes } from "./log-outcomes.ts";
import { toLoggedSample } from "./log-samples.ts";
import { metricResults } from "./metric-event.ts";
import type { Log } from "./read-log.ts";

/** The samples of a log as lines of JSON: what was asked and answered, and what metrics say of it. */
export async function* outputsJsonl(log: Log): AsyncGenerator<string> {
  for await (const outcome of readOutcomes(log)) {
    const { sampleId, repeat, prompt, answer, metrics, error } = toLoggedSample(outcome);
    const results = metricResults(outcome.events).map(
      ({ judgeCalls: _, scores: __, ...result }) => result,
    );
    const line = { sample_id: sampleId, repeat, prompt, response: answer, scores: metrics };
    yield `${JSON.stringify({ ...line, metrics: results, error })}\n`;
  }
}
