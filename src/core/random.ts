import { createHash } from "node:crypto";
import { MersenneTwister } from "./mersenne-twister.ts";

/**
 * Random numbers as CPython's `random.Random` draws them, for integer and byte-string seeds. So
 * openai/evals and oaieval take the same samples in the same order.
 */
export class PythonRandom {
  readonly #generator: MersenneTwister;

  /** @param seed an unsigned 32-bit integer, or text, seeded as its UTF-8 bytes */
  constructor(seed: number | string) {
    this.#generator = new MersenneTwister(typeof seed === "number" ? [seed] : keyOfText(seed));
  }

  /** The next raw output, 0 to 2³²−1. */
  nextUint32(): number {
    return this.#generator.next();
  }

  /** A number from 0 up to but not including 1, with 53 random bits. */
  random(): number {
    const high = this.nextUint32() >>> 5;
    const low = this.nextUint32() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  /** A whole number from 0 up to but not including `limit`, which is from 1 to 2³²−1. */
  below(limit: number): number {
    const unused = Math.clz32(limit);
    let drawn = this.nextUint32() >>> unused;
    while (drawn >= limit) drawn = this.nextUint32() >>> unused;
    return drawn;
  }

  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** A new array with the items in random order. */
  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let i = shuffled.length - 1; i > 0; i--) swap(shuffled, i, this.below(i + 1));
    return shuffled;
  }

  /** `count` different items in the order of drawing. */
  sample<T>(items: readonly T[], count: number): T[] {
    if (count > items.length) {
      throw new RangeError(`Expected \`count\` to be at most ${items.length}, got ${count}`);
    }
    return items.length <= poolLimit(count)
      ? this.#drawFromPool(items, count)
      : this.#drawAndReject(items, count);
  }

  #drawFromPool<T>(items: readonly T[], count: number): T[] {
    const pool = [...items];
    const drawn: T[] = [];
    for (let last = pool.length - 1; drawn.length < count; last--) {
      const j = this.below(last + 1);
      drawn.push(...pool.slice(j, j + 1));
      swap(pool, j, last);
    }
    return drawn;
  }

  #drawAndReject<T>(items: readonly T[], count: number): T[] {
    const indices = new Set<number>();
    while (indices.size < count) indices.add(this.below(items.length));
    return [...indices].flatMap((index) => items.slice(index, index + 1));
  }
}

/** The order in which numpy's legacy `RandomState(seed).shuffle` leaves `0 … count−1`. */
export function numpyPermutation(count: number, seed: number): number[] {
  const generator = new MersenneTwister(seed);
  const order = Array.from({ length: count }, (_, index) => index);
  for (let i = count - 1; i > 0; i--) {
    const unused = Math.clz32(i);
    const mask = 0xffffffff >>> unused;
    let j = (generator.next() & mask) >>> 0;
    while (j > i) j = (generator.next() & mask) >>> 0;
    swap(order, i, j);
  }
  return order;
}

function swap<T>(items: T[], i: number, j: number): void {
  [items[i], items[j]] = [items[j] as T, items[i] as T]; // both indices are within bounds
}

/** CPython appends the SHA-512 of a byte string and reads it all as one big-endian integer. */
function keyOfText(text: string): number[] {
  const bytes = Buffer.from(text, "utf8");
  const all = Buffer.concat([bytes, createHash("sha512").update(bytes).digest()]);
  const padded = Buffer.concat([Buffer.alloc((4 - (all.length % 4)) % 4), all]);
  const words: number[] = [];
  for (let at = padded.length - 4; at >= 0; at -= 4) words.push(padded.readUInt32BE(at));
  while (words.length > 1 && words.at(-1) === 0) words.pop();
  return words;
}

/** Up to this size CPython copies the population; above it, it draws and rejects repeats. */
function poolLimit(count: number): number {
  return count > 5 ? 21 + 4 ** Math.ceil(Math.log(count * 3) / Math.log(4)) : 21;
}
