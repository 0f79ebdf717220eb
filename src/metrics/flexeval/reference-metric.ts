import type { z } from "zod";
import type { ScoreSummary } from "../../core/mean-summary.ts";
import type {
  MetricContext,
  MetricField,
  MetricRow,
  Score,
  ScoreInput,
} from "../../core/metric.ts";
import type { RowSource } from "../../core/row-source.ts";
import { MetricArgs } from "../classes/args.ts";
import { makeProcessor, ProcessorArgs } from "../processors/processors.ts";
import type { Processor } from "../processors/table.ts";
import { SummedMetric } from "../summed-metric.ts";
import { CategoryKey, categoriesOf, requireCategories } from "./categories.ts";
import { CategorySummary, type SummaryKeys } from "./category-summary.ts";

/** Args of metrics that compare an answer with its references, as flexeval names them. */
export const ReferenceArgs = MetricArgs.extend({
  /** What the answer goes through first. */
  lm_output_processor: ProcessorArgs,
  /** What each reference goes through first. */
  reference_processor: ProcessorArgs,
  /** Fields whose values get means of their own. */
  category_key: CategoryKey,
});
/** See the schema of the same name. */
export type ReferenceArgs = z.infer<typeof ReferenceArgs>;

/** Compares an answer with its references; a class says how, and what the score is called. */
export abstract class ReferenceMetric<TArgs extends ReferenceArgs> extends SummedMetric<TArgs> {
  #processors: Promise<Processors> | undefined;

  override get fields(): readonly MetricField[] {
    return ["response", "references"];
  }

  /** @throws {ConfigError} for processors that cannot be made, and categories that no row has */
  override async prepare(rows: RowSource<MetricRow> | null): Promise<void> {
    await this.#ready();
    await requireCategories(rows, this.args.category_key);
  }

  override async score(input: ScoreInput): Promise<Score> {
    const { ofOutput, ofReference } = await this.#ready();
    const score = this.compare(ofOutput(input.response), input.references.map(ofReference));
    const categories = categoriesOf(input, this.args.category_key);
    return {
      scores: { [this.keys.instance]: score },
      ...(categories.length === 0 ? {} : { details: { categories } }),
    };
  }

  override summary(): ScoreSummary {
    return new CategorySummary(this.keys);
  }

  /** What the score is called. */
  protected abstract get keys(): SummaryKeys;

  /** The score of a text, after the processors. */
  protected abstract compare(output: string, references: readonly string[]): number | boolean;

  #ready(): Promise<Processors> {
    this.#processors ??= makeProcessors(this.args, this.context);
    return this.#processors;
  }
}

interface Processors {
  readonly ofOutput: Processor;
  readonly ofReference: Processor;
}

async function makeProcessors(args: ReferenceArgs, context: MetricContext): Promise<Processors> {
  const made = (name: "lm_output_processor" | "reference_processor") =>
    makeProcessor(args[name], context.where?.([name]));
  return {
    ofOutput: await made("lm_output_processor"),
    ofReference: await made("reference_processor"),
  };
}
