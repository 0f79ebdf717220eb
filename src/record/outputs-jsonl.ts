import { readOutcomes } from "./log-outcomes.ts";
import { toLoggedSample } from "./log-samples.ts";
import { metricResults } from "./metric-event.ts";
import type { Log } from "./read-log.ts";

/**
 * The samples of a log as lines of JSON: what was asked and answered, what was expected, and what
 * metrics say of it. The names are those of data, so that the file can be scored again.
 */
export async function* outputsJsonl(log: Log): AsyncGenerator<string> {
  for await (const outcome of readOutcomes(log)) {
    const { sampleId, repeat, prompt, answer, expected, metrics, error } = toLoggedSample(outcome);
    const results = metricResults(outcome.events).map(
      ({ judgeCalls: _, scores: __, ...result }) => result,
    );
    const asked = { sample_id: sampleId, repeat, prompt, response: answer };
    const reference = expected === null ? {} : { reference: expected };
    const line = { ...asked, ...reference, scores: metrics, metrics: results, error };
    yield `${JSON.stringify(line)}\n`;
  }
}
