import type { MatchRecord } from "../core/event-log.ts";
import { NumberList } from "../core/number-list.ts";

/**
 * Matches in columns, a few bytes each: there may be millions of them. They are made records again
 * when these are asked for.
 */
export class MatchColumns {
  readonly #ids = new SampleIds();
  readonly #correct = new NumberList();
  readonly #shares = new NumberList();
  readonly #clusters = new NumberList();
  #records: readonly MatchRecord[] | undefined;

  add({ sampleId, correct, share = NONE, cluster = NONE }: MatchRecord): void {
    this.#ids.add(sampleId);
    this.#correct.push(Number(correct));
    this.#shares.push(share);
    this.#clusters.push(cluster);
    this.#records = undefined;
  }

  /** All so far, in their order. */
  get records(): readonly MatchRecord[] {
    this.#records ??= Array.from({ length: this.#correct.length }, (_, place) => this.#at(place));
    return this.#records;
  }

  #at(place: number): MatchRecord {
    const match = { sampleId: this.#ids.at(place), correct: this.#correct.at(place) === 1 };
    const share = this.#shares.at(place);
    const cluster = this.#clusters.at(place);
    if (Number.isNaN(share) && Number.isNaN(cluster)) return match;
    return {
      ...match,
      ...(Number.isNaN(share) ? {} : { share }),
      ...(Number.isNaN(cluster) ? {} : { cluster }),
    };
  }
}

const NONE = Number.NaN;

/** Ids of samples. Those of a run differ in the number at their end, and only that is kept. */
class SampleIds {
  readonly #numbers = new NumberList();
  /** Ids that are not made like the first one, by their place. */
  readonly #others = new Map<number, string>();
  #prefix: string | undefined;

  add(id: string): void {
    this.#prefix ??= id.slice(0, id.lastIndexOf(".") + 1);
    const number = Number(id.slice(this.#prefix.length));
    if (`${this.#prefix}${number}` !== id) this.#others.set(this.#numbers.length, id);
    this.#numbers.push(number);
  }

  at(place: number): string {
    return this.#others.get(place) ?? `${this.#prefix}${this.#numbers.at(place)}`;
  }
}
