/**
 * How many n-grams of a text its references have as well, for n from 1 to `maxOrder`. An n-gram
 * counts as often as in the reference that has it most often.
 */
export function sharedNgrams(
  tokens: readonly string[],
  references: readonly (readonly string[])[],
  maxOrder: number,
): number[] {
  const ngrams = new NgramNumbers(references, maxOrder);
  const available = mostOften(ngrams, references);
  const shared = new Array<number>(maxOrder).fill(0);
  ngrams.forEach(tokens, (ngram, order) => {
    const left = available[ngram] ?? 0;
    if (left === 0) return;
    available[ngram] = left - 1;
    shared[order - 1] = (shared[order - 1] ?? 0) + 1;
  });
  return shared;
}

/** How often the reference that has an n-gram most often has it, by the n-gram's number. */
function mostOften(
  ngrams: NgramNumbers,
  references: readonly (readonly string[])[],
): Uint32Array<ArrayBuffer> {
  const most = new Uint32Array(ngrams.capacity);
  for (const tokens of references) {
    const own = references.length === 1 ? most : new Uint32Array(ngrams.capacity);
    ngrams.learn(tokens, (ngram) => {
      const count = (own[ngram] ?? 0) + 1;
      own[ngram] = count;
      if (count > (most[ngram] ?? 0)) most[ngram] = count;
    });
  }
  return most;
}

type Visit = (ngram: number, order: number) => void;

/**
 * Numbers for n-grams, so that none is ever joined to one text: that of a longer one is found by
 * the number of what it begins with and that of its last token.
 */
class NgramNumbers {
  /** How many numbers there can be. */
  readonly capacity: number;
  readonly #maxOrder: number;
  /** Tokens have the numbers below it. */
  readonly #tokenLimit: number;
  readonly #tokens = new Map<string, number>();
  readonly #longer = new Map<number, number>();

  constructor(references: readonly (readonly string[])[], maxOrder: number) {
    this.#tokenLimit = references.reduce((sum, { length }) => sum + length, 0);
    this.#maxOrder = maxOrder;
    this.capacity = this.#tokenLimit * maxOrder;
  }

  /** Visits the n-grams of a text, each of which has a number then. */
  learn(tokens: readonly string[], visit: Visit): void {
    const numbers = tokens.map((token) => {
      const number = this.#tokens.get(token) ?? this.#tokens.size;
      this.#tokens.set(token, number);
      return number;
    });
    this.#walk(numbers, visit, (key) => {
      const number = this.#tokenLimit + this.#longer.size;
      this.#longer.set(key, number);
      return number;
    });
  }

  /** Visits those n-grams of a text that have a number. */
  forEach(tokens: readonly string[], visit: Visit): void {
    const numbers = tokens.map((token) => this.#tokens.get(token) ?? UNKNOWN);
    this.#walk(numbers, visit, () => UNKNOWN);
  }

  #walk(tokens: readonly number[], visit: Visit, missing: (key: number) => number): void {
    for (let start = 0; start < tokens.length; start++) {
      let ngram = tokens[start] ?? UNKNOWN;
      if (ngram === UNKNOWN) continue;
      visit(ngram, 1);
      const end = Math.min(tokens.length, start + this.#maxOrder);
      for (let at = start + 1; at < end; at++) {
        const token = tokens[at] ?? UNKNOWN;
        if (token === UNKNOWN) break;
        const key = ngram * this.#tokenLimit + token;
        ngram = this.#longer.get(key) ?? missing(key);
        if (ngram === UNKNOWN) break;
        visit(ngram, at - start + 1);
      }
    }
  }
}

const UNKNOWN = -1;
