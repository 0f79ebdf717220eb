import type { SampleContext } from "../../core/eval.ts";
import type { Range } from "../../core/mean-summary.ts";
import {
  Metric,
  type MetricField,
  type MetricNeed,
  type Score,
  type ScoreInput,
} from "../../core/metric.ts";
import { type Embedder, embedderOf } from "../embedding/embedder.ts";
import { similarity } from "../embedding/similarity.ts";
import { MetricArgs } from "./args.ts";

/** How near answer and reference are in the space of an embedding model, 0 to 1. */
export class EmbeddingSimilarity extends Metric<MetricArgs> {
  static override readonly Args = MetricArgs;
  #embedder: Embedder | undefined;

  override get range(): Range {
    return [0, 1];
  }

  override get fields(): readonly MetricField[] {
    return ["response", "references"];
  }

  override get needs(): readonly MetricNeed[] {
    return ["embedding"];
  }

  override get signature(): string {
    return `sim=cosine|model=${this.context.embedding?.target ?? "none"}|v=1`;
  }

  /** @throws {ConfigError} when nobody is named who embeds */
  override async prepare(): Promise<void> {
    this.#ready();
  }

  override async score(input: ScoreInput, ctx: SampleContext): Promise<Score> {
    const { score, details } = await similarity(input, this.#ready(), ctx);
    return { scores: { [this.args.metric_key ?? "embedding_similarity"]: score }, details };
  }

  #ready(): Embedder {
    this.#embedder ??= embedderOf(this.context);
    return this.#embedder;
  }
}
