import { MeanSummary, type ScoreSummary } from "../../core/mean-summary.ts";
import type { Score } from "../../core/metric.ts";
import type { Report } from "../../core/report.ts";
import { mean } from "../../core/statistics.ts";
import { type ConfusionMatrix, fScore, macroFScore, precision, recall } from "../confusion.ts";
import { LabelCounts } from "./label-counts.ts";
import { multiclassMatthews } from "./multiclass-matthews.ts";

/** What an answer leaves for the report. */
export interface ClassificationDetails {
  readonly expected: string;
  readonly picked: string;
}

/** How the report of a classification is made. */
export interface ClassificationOptions {
  /** What figures begin with. */
  readonly key: string;
  /** How much recall weighs against precision in F-scores. */
  readonly beta: number;
  /** All labels; by default those that were expected. */
  readonly labels?: readonly string[] | undefined;
}

/** Accuracy, and beside it precision, recall and F of each label and of all, and who was taken for whom. */
export class ClassificationSummary implements ScoreSummary {
  readonly #options: ClassificationOptions;
  readonly #accuracy = new MeanSummary();
  readonly #labels: LabelCounts;

  constructor(options: ClassificationOptions) {
    this.#options = options;
    this.#labels = new LabelCounts(options.labels);
  }

  add(score: Score, cluster?: number): void {
    this.#accuracy.add(score, cluster);
    const { expected, picked } = (score.details ?? {}) as Partial<ClassificationDetails>; // as Classification left it
    if (expected !== undefined && picked !== undefined) this.#labels.add(expected, picked);
  }

  report(): Report {
    const accuracy = this.#accuracy.report();
    if (Object.keys(accuracy).length === 0) return {};
    const { key, beta } = this.#options;
    const matrix = this.#labels.matrix();
    return {
      ...accuracy,
      [`${key}-macro-precision`]: macro(matrix, precision),
      [`${key}-macro-recall`]: macro(matrix, recall),
      [`${key}-macro-f${beta}`]: macroFScore(matrix, { beta }),
      [`${key}-matthews`]: multiclassMatthews(matrix),
      ...Object.assign({}, ...matrix.labels.map((label) => this.#ofLabel(matrix, label))),
      [`${key}-confusion`]: matrix,
    };
  }

  #ofLabel(matrix: ConfusionMatrix, label: string): Report {
    const { key, beta } = this.#options;
    return {
      [`${key}-precision/${label}`]: precision(matrix, label),
      [`${key}-recall/${label}`]: recall(matrix, label),
      [`${key}-f${beta}/${label}`]: fScore(matrix, label, { beta }),
    };
  }
}

/** Unweighted mean over all labels; null when it is undefined for one of them. */
function macro(matrix: ConfusionMatrix, figure: typeof precision): number | null {
  const values = matrix.labels.map((label) => figure(matrix, label));
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : mean(known);
}
