import type { ScoreSummary } from "../../core/mean-summary.ts";
import type { MetricField, MetricRow, Score, ScoreInput } from "../../core/metric.ts";
import type { RowSource } from "../../core/row-source.ts";
import { ngramCounter } from "../bleu/bleu.ts";
import { BleuArgs } from "../bleu/bleu-args.ts";
import { bleuScores } from "../bleu/scores.ts";
import { bleuSignature } from "../bleu/signature.ts";
import type { BleuStatistics } from "../bleu/statistics.ts";
import { type BleuDetails, BleuSummary } from "../bleu/summary.ts";
import { type ReferenceSurvey, surveyReferences } from "../bleu/survey.ts";
import { SummedMetric } from "../summed-metric.ts";
import { type TokenizerName, tokenizerFor } from "../text/tokenizers.ts";

/** BLEU of orders 1 to 4 against all references: of each answer, and of all as one corpus. */
export class Bleu extends SummedMetric<BleuArgs> {
  static override readonly Args = BleuArgs;
  #survey: ReferenceSurvey | undefined;

  override get fields(): readonly MetricField[] {
    return ["response", "references"];
  }

  override get signature(): string {
    const { references = "var", tokenizers } = this.#survey ?? {};
    const [found] = tokenizers?.size === 1 ? tokenizers : [];
    const { tokenize } = this.args;
    return bleuSignature(this.args, {
      references,
      tokenize: tokenize === "auto" ? (found ?? tokenize) : tokenize,
    });
  }

  /** Looks for what `auto` is for the corpus, which has one tokenizer. */
  override async prepare(rows: RowSource<MetricRow> | null): Promise<void> {
    this.#survey = rows === null ? undefined : await surveyReferences(rows);
  }

  override score(input: ScoreInput): Score {
    const { tokenize, effective_order = true } = this.args;
    const own = tokenize === "auto" ? tokenizerFor(input.references) : tokenize;
    const line = this.#count(input, own);
    const scores = bleuScores(line, { ...this.args, effective_order });
    const others = this.#othersThan(own).map((name) => [name, this.#count(input, name)]);
    const statistics = { [own]: line, ...Object.fromEntries(others) };
    return {
      scores: this.#named(Object.values(scores)),
      details: { tokenize: own, statistics } satisfies BleuDetails,
    };
  }

  override summary(): ScoreSummary {
    const corpusTokenizer = this.#corpusTokenizer();
    return new BleuSummary({ ...this.args, key: this.#key, corpusTokenizer });
  }

  get #key(): string {
    return this.args.metric_key ?? "bleu";
  }

  #named(scores: readonly number[]): Score["scores"] {
    return Object.fromEntries(scores.map((score, i) => [`${this.#key}-${i + 1}`, score]));
  }

  #count({ response, references }: ScoreInput, name: TokenizerName): BleuStatistics {
    return ngramCounter(name, this.args)(response, references);
  }

  /** What the corpus may be cut by when a line is cut otherwise. */
  #othersThan(own: TokenizerName): TokenizerName[] {
    const possible = this.args.tokenize === "auto" ? (this.#corpusTokenizer() ?? "zh") : own;
    return possible === own ? [] : [possible];
  }

  /** Undefined while rows come as a stream, of which the last may have the first Han character. */
  #corpusTokenizer(): TokenizerName | undefined {
    if (this.args.tokenize !== "auto") return this.args.tokenize;
    if (!this.#survey) return undefined;
    return this.#survey.tokenizers.has("zh") ? "zh" : "13a";
  }
}
