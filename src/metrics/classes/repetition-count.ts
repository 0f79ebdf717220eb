import { z } from "zod";
import type { ScoreSummary } from "../../core/mean-summary.ts";
import type { Score, ScoreInput } from "../../core/metric.ts";
import { CategorySummary } from "../flexeval/category-summary.ts";
import { makeProcessor, ProcessorArgs } from "../processors/processors.ts";
import type { Processor } from "../processors/table.ts";
import { SummedMetric } from "../summed-metric.ts";
import { MetricArgs } from "./args.ts";

const Args = MetricArgs.extend({
  /** So many times make a repetition. */
  count_threshold: z.int().positive().default(30),
  /** Length of the pieces that are counted, in code points. */
  threshold_length: z.int().positive().default(10),
  /** What the answer goes through first. */
  lm_output_processor: ProcessorArgs,
});
type Args = z.infer<typeof Args>;

/** Whether an answer says the same over and over, as models do that are caught in a loop. */
export class RepetitionCount extends SummedMetric<Args> {
  static override readonly Args = Args;
  #processor: Promise<Processor> | undefined;

  /** @throws {ConfigError} for processors that cannot be made */
  override async prepare(): Promise<void> {
    await this.#ready();
  }

  override async score({ response }: ScoreInput): Promise<Score> {
    const { count_threshold, threshold_length } = this.args;
    const processor = await this.#ready();
    const [piece, count] = mostRepeated(processor(response), threshold_length);
    return {
      scores: { repetition_count: count, [this.#key]: count >= count_threshold },
      details: { most_repeated_pattern: piece },
    };
  }

  override summary(): ScoreSummary {
    const summary = this.args.metric_key ?? "repetition_ratio";
    return new CategorySummary({ instance: this.#key, summary });
  }

  #ready(): Promise<Processor> {
    this.#processor ??= makeProcessor(
      this.args.lm_output_processor,
      this.context.where?.(["lm_output_processor"]),
    );
    return this.#processor;
  }

  get #key(): string {
    return this.args.metric_key ?? "is_repetition";
  }
}

/** What rules and tables are made of, which are repeated on purpose. */
const FILLERS = [" ", "=", "-", "/"];

/** The piece of the text that occurs most often, the first of several, and how often. */
function mostRepeated(text: string, length: number): readonly [string, number] {
  const letters = [...text];
  const counts = new Map<string, number>();
  for (let start = 0; start <= Math.max(letters.length - length, 0); start++) {
    const piece = letters.slice(start, start + length).join("");
    if (FILLERS.some((filler) => piece.startsWith(filler) || piece.endsWith(filler))) continue;
    counts.set(piece, (counts.get(piece) ?? 0) + 1);
  }
  let most: readonly [string, number] = ["", 0];
  for (const entry of counts) if (entry[1] > most[1]) most = entry;
  return most;
}
