import { Metric, type Score, type ScoreInput } from "../../core/metric.ts";
import { countCharacters, wordCounter } from "../text/length.ts";
import { MetricArgs } from "./args.ts";

/** How long the answer is, in characters (code points) and in words. */
export class Length extends Metric<MetricArgs> {
  static override readonly Args = MetricArgs;
  readonly #countWords = wordCounter();

  override get signature(): string {
    return `characters=code-points|words=segmenter[icu=${process.versions["icu"]}]|v=1`;
  }

  override score({ response }: ScoreInput): Score {
    const key = this.args.metric_key ?? "length";
    return {
      scores: {
        [`${key}-characters`]: countCharacters(response),
        [`${key}-words`]: this.#countWords(response),
      },
    };
  }
}
