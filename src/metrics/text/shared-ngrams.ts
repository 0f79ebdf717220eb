/**
 * How many n-grams of a text its references have as well, for n from 1 to `maxOrder`, which is 1 or
 * more. An n-gram counts as often as in the reference that has it most often.
 */
export function sharedNgrams(
  tokens: readonly string[],
  references: readonly (readonly string[])[],
  maxOrder: number,
): number[] {
  const ngrams = new NgramNumbers(references, maxOrder);
  const available = mostOften(ngrams, references);
  return ngrams.find(tokens).map((ofOrder) => {
    let shared = 0;
    for (const ngram of ofOrder) {
      const left = available[ngram] ?? 0; // none for what no reference has
      if (left === 0) continue;
      available[ngram] = left - 1;
      shared += 1;
    }
    return shared;
  });
}

/** How often the reference that has an n-gram most often has it, by the n-gram's number. */
function mostOften(
  ngrams: NgramNumbers,
  references: readonly (readonly string[])[],
): Uint32Array<ArrayBuffer> {
  const most = new Uint32Array(ngrams.limit);
  for (const tokens of references) {
    const own = references.length === 1 ? most : new Uint32Array(ngrams.limit);
    for (const ofOrder of ngrams.learn(tokens)) countInto(own, most, ofOrder);
  }
  return most;
}

function countInto(own: Uint32Array, most: Uint32Array, ngrams: readonly number[]): void {
  for (const ngram of ngrams) {
    const count = (own[ngram] ?? 0) + 1;
    own[ngram] = count;
    if (count > (most[ngram] ?? 0)) most[ngram] = count;
  }
}

/**
 * Numbers for n-grams, so that none is ever joined to one text: that of a longer one is found by
 * the number of what it begins with and that of its last token.
 */
class NgramNumbers {
  /** All numbers are below it. */
  readonly limit: number;
  readonly #maxOrder: number;
  /** Tokens have the numbers below it. */
  readonly #tokenLimit: number;
  readonly #tokens = new Map<string, number>();
  readonly #longer = new Map<number, number>();

  constructor(references: readonly (readonly string[])[], maxOrder: number) {
    this.#maxOrder = maxOrder;
    this.#tokenLimit = references.reduce((sum, { length }) => sum + length, 0);
    this.limit = this.#tokenLimit * maxOrder;
  }

  /** The n-grams of a text, by order; those without a number are given one. */
  learn(tokens: readonly string[]): number[][] {
    const numbers = tokens.map((token) => numberIn(this.#tokens, token, 0));
    return this.#ngrams(numbers, (key) => numberIn(this.#longer, key, this.#tokenLimit));
  }

  /** The n-grams of a text, by order; {@link UNKNOWN} for those without a number. */
  find(tokens: readonly string[]): number[][] {
    const numbers = tokens.map((token) => this.#tokens.get(token) ?? UNKNOWN);
    return this.#ngrams(numbers, (key) => this.#longer.get(key) ?? UNKNOWN);
  }

  #ngrams(tokens: number[], numberOf: (key: number) => number): number[][] {
    const orders = [tokens];
    while (orders.length < this.#maxOrder) {
      const shorter = orders.at(-1) ?? [];
      const longer = tokens.slice(orders.length).map((last, start) => {
        const first = shorter[start] ?? UNKNOWN;
        if (first === UNKNOWN || last === UNKNOWN) return UNKNOWN;
        return numberOf(first * this.#tokenLimit + last);
      });
      orders.push(longer);
    }
    return orders;
  }
}

const UNKNOWN = -1;

function numberIn<T>(numbers: Map<T, number>, key: T, start: number): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const number = start + numbers.size;
  numbers.set(key, number);
  return number;
}
