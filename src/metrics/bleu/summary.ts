import { MeanSummary, type ScoreSummary } from "../../core/mean-summary.ts";
import type { Score } from "../../core/metric.ts";
import type { Report } from "../../core/report.ts";
import type { TokenizerName } from "../text/tokenizers.ts";
import type { BleuOptions } from "./options.ts";
import { bleuScores } from "./scores.ts";
import { type BleuStatistics, sumBleuStatistics } from "./statistics.ts";

/** What a line leaves for BLEU of the corpus. */
export interface BleuDetails {
  /** The tokenizer of the line's own scores. */
  readonly tokenize: TokenizerName;
  /** By tokenizer: its own, and those that the corpus may come to have. */
  readonly statistics: Readonly<Partial<Record<TokenizerName, BleuStatistics>>>;
}

/** What the figures are called and how they are computed. */
export interface BleuSummarySettings extends BleuOptions {
  readonly key: string;
  /** The tokenizer of the corpus; where it is unknown, `zh` if any line has it. */
  readonly corpusTokenizer?: TokenizerName | undefined;
}

/** Means of the lines' BLEU, and beside them BLEU of the corpus, from sums of counts. */
export class BleuSummary implements ScoreSummary {
  readonly #settings: BleuSummarySettings;
  readonly #means = new MeanSummary([0, 1]);
  readonly #own = new Set<TokenizerName>();
  readonly #sums = new Map<string, { readonly lines: number; readonly sum: BleuStatistics }>();
  #lines = 0;

  constructor(settings: BleuSummarySettings) {
    this.#settings = settings;
  }

  add(score: Score, cluster?: number): void {
    this.#means.add(score, cluster);
    this.#lines += 1;
    const { tokenize, statistics = {} } = (score.details ?? {}) as Partial<BleuDetails>; // our own
    if (tokenize) this.#own.add(tokenize);
    for (const [name, line] of Object.entries(statistics)) {
      const { lines, sum } = this.#sums.get(name) ?? { lines: 0, sum: sumBleuStatistics([]) };
      this.#sums.set(name, { lines: lines + 1, sum: sumBleuStatistics([sum, line]) });
    }
  }

  report(): Report {
    return { ...this.#means.report(), ...this.#corpusReport() };
  }

  /** Null where a line did not leave its counts, as one that another program has written. */
  #corpusReport(): Report {
    if (this.#lines === 0) return {};
    const { key, ...options } = this.#settings;
    const sums = this.#sums.get(this.#corpusTokenizer());
    const isWhole = sums?.lines === this.#lines;
    const scores = bleuScores(sums?.sum ?? sumBleuStatistics([]), {
      ...options,
      effective_order: false,
    });
    const figures = Object.values(scores).map((score, index) => [
      `corpus_${key}-${index + 1}`,
      isWhole ? score : null,
    ]);
    return Object.fromEntries(figures);
  }

  #corpusTokenizer(): TokenizerName {
    const [first = "13a"] = this.#own;
    return this.#settings.corpusTokenizer ?? (this.#own.has("zh") ? "zh" : first);
  }
}
