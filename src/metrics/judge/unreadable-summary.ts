import type { ScoreSummary } from "../../core/mean-summary.ts";
import type { MetricContext, Score } from "../../core/metric.ts";
import type { Report } from "../../core/report.ts";

/** Why a score is missing whose verdict ended too soon. */
export const CUT_SHORT = "verdict cut short";
/** Why a score is missing whose verdict is none, or off the scale. */
export const UNREADABLE = "unreadable verdict";

/** Says, when the report is made, that most verdicts could not be read: few scores are left. */
export class UnreadableSummary implements ScoreSummary {
  readonly #inner: ScoreSummary;
  readonly #context: Pick<MetricContext, "name" | "warn">;
  #unread = 0;
  #scores = 0;

  constructor(inner: ScoreSummary, context: Pick<MetricContext, "name" | "warn">) {
    this.#inner = inner;
    this.#context = context;
  }

  add(score: Score, cluster?: number): void {
    const missing = score.details?.["missing"];
    if (missing === CUT_SHORT || missing === UNREADABLE) this.#unread += 1;
    this.#scores += 1;
    this.#inner.add(score, cluster);
  }

  report(): Report {
    if (this.#unread * 2 > this.#scores) this.#context.warn(mostOf(this.#context.name));
    return this.#inner.report();
  }
}

function mostOf(name: string): string {
  const found = `"${name}": most of the judge's verdicts cannot be read, and the scores are missing`;
  return `${found}; what it wrote is listed by: oaieval show LOG --metric NAME`;
}
