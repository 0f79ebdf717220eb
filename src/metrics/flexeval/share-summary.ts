import type { ScoreSummary } from "../../core/mean-summary.ts";
import type { Score } from "../../core/metric.ts";
import { pythonText } from "../../core/python-repr.ts";
import type { Report } from "../../core/report.ts";

/** Which detail of scores is counted, and what its shares are called. */
export interface ShareKeys {
  readonly detail: string;
  /** Before the dash and the value. */
  readonly summary: string;
}

/** How often each value of a detail occurs, as shares of all answers. */
export class ShareSummary implements ScoreSummary {
  readonly #keys: ShareKeys;
  readonly #counts = new Map<string, number>();
  #total = 0;

  constructor(keys: ShareKeys) {
    this.#keys = keys;
  }

  add({ details }: Score): void {
    const label = pythonText(details?.[this.#keys.detail] ?? null);
    this.#counts.set(label, (this.#counts.get(label) ?? 0) + 1);
    this.#total += 1;
  }

  /** Values stand in the order of their names, for answers end in any order. */
  report(): Report {
    const shares = [...this.#counts.keys()].toSorted().map((label) => {
      const share = (this.#counts.get(label) ?? 0) / this.#total;
      return [`${this.#keys.summary}-${label}`, share] as const;
    });
    return Object.fromEntries(shares);
  }
}
