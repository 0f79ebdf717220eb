import type { ConfusionMatrix } from "../confusion.ts";

/** Counts what was expected and what came, so that no answer has to be kept. */
export class LabelCounts {
  readonly #labels: readonly string[] | undefined;
  readonly #counts = new Map<string, Map<string, number>>();

  /** @param labels all that may be expected; by default those that are */
  constructor(labels?: readonly string[]) {
    this.#labels = labels;
  }

  add(expected: string, picked: string): void {
    const row = this.#counts.get(expected) ?? new Map<string, number>();
    this.#counts.set(expected, row);
    row.set(picked, (row.get(picked) ?? 0) + 1);
  }

  /** Labels are sorted unless they were given; the last column has picks that are none of them. */
  matrix(): ConfusionMatrix {
    const labels = this.#labels ?? [...this.#counts.keys()].toSorted();
    const counts = labels.map((expected) => {
      const row = this.#counts.get(expected) ?? new Map<string, number>();
      const known = labels.map((picked) => row.get(picked) ?? 0);
      return [...known, sum(row.values()) - sum(known)];
    });
    return { labels, counts };
  }
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
