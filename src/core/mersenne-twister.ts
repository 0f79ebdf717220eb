const SIZE = 624;
const SHIFT = 397;

/** MT19937 of Matsumoto and Nishimura (1998), with both of its seedings. */
export class MersenneTwister {
  readonly #state = new Uint32Array(SIZE);
  #index = SIZE;

  /** @param seed a 32-bit integer (`init_genrand`) or an array of them (`init_by_array`) */
  constructor(seed: number | readonly number[]) {
    if (typeof seed === "number") this.#seed(seed);
    else this.#seedByArray(seed);
  }

  /** The next output, 0 to 2³²−1. */
  next(): number {
    if (this.#index === SIZE) this.#refill();
    let y = this.#at(this.#index++);
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    y ^= y >>> 18;
    return y >>> 0;
  }

  #at(index: number): number {
    return this.#state[index] ?? 0;
  }

  #seed(seed: number): void {
    this.#state[0] = seed;
    for (let i = 1; i < SIZE; i++) this.#state[i] = this.#spread(i, 1812433253) + i;
  }

  #seedByArray(key: readonly number[]): void {
    this.#seed(19650218);
    let i = 1;
    for (let k = 0; k < Math.max(SIZE, key.length); k++) {
      const j = k % key.length;
      this.#state[i] = (this.#at(i) ^ this.#spread(i, 1664525)) + (key[j] ?? 0) + j;
      i = this.#step(i);
    }
    for (let k = 1; k < SIZE; k++) {
      this.#state[i] = (this.#at(i) ^ this.#spread(i, 1566083941)) - i;
      i = this.#step(i);
    }
    this.#state[0] = 0x80000000;
  }

  /** The word before `i`, folded and multiplied, as both seedings spread it. */
  #spread(i: number, factor: number): number {
    const before = this.#at(i - 1);
    return Math.imul(before ^ (before >>> 30), factor);
  }

  #step(i: number): number {
    if (i + 1 < SIZE) return i + 1;
    this.#state[0] = this.#at(SIZE - 1);
    return 1;
  }

  #refill(): void {
    for (let i = 0; i < SIZE; i++) {
      const y = (this.#at(i) & 0x80000000) | (this.#at((i + 1) % SIZE) & 0x7fffffff);
      const twisted = (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      this.#state[i] = this.#at((i + SHIFT) % SIZE) ^ twisted;
    }
    this.#index = 0;
  }
}
