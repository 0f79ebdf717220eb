const PRIME_1 = 0x9e3779b1;
const PRIME_2 = 0x85ebca77;
const PRIME_3 = 0xc2b2ae3d;
const PRIME_4 = 0x27d4eb2f;
const PRIME_5 = 0x165667b1;

const STRIPE = 16;

/** XXH32 with seed 0 (Y. Collet), the checksum of LZ4 frames. */
export class XxHash32 {
  readonly #lanes = Uint32Array.of(PRIME_1 + PRIME_2, PRIME_2, 0, -PRIME_1);
  readonly #held = Buffer.alloc(STRIPE);
  #heldBytes = 0;
  #length = 0;

  update(bytes: Buffer): this {
    this.#length += bytes.length;
    let at = 0;
    if (this.#heldBytes > 0) {
      at = bytes.copy(this.#held, this.#heldBytes);
      this.#heldBytes += at;
      if (this.#heldBytes < STRIPE) return this;
      this.#mixStripes(this.#held, 0);
    }
    const end = this.#mixStripes(bytes, at);
    this.#heldBytes = bytes.copy(this.#held, 0, end);
    return this;
  }

  /** The checksum of all bytes so far, 0 to 2³²−1. */
  digest(): number {
    let hash = this.#length < STRIPE ? PRIME_5 : this.#merged();
    hash = (hash + this.#length) | 0;
    let at = 0;
    for (; at + 4 <= this.#heldBytes; at += 4) {
      const word = Math.imul(this.#held.readInt32LE(at), PRIME_3);
      hash = Math.imul(rotate(hash + word, 17), PRIME_4);
    }
    for (; at < this.#heldBytes; at++) {
      hash = Math.imul(rotate(hash + Math.imul(this.#held[at] ?? 0, PRIME_5), 11), PRIME_1);
    }
    return avalanche(hash);
  }

  /** Takes whole stripes from `at` on; returns where they end. */
  #mixStripes(bytes: Buffer, at: number): number {
    let [a = 0, b = 0, c = 0, d = 0] = this.#lanes;
    let next = at;
    for (; next + STRIPE <= bytes.length; next += STRIPE) {
      a = mix(a, bytes.readInt32LE(next));
      b = mix(b, bytes.readInt32LE(next + 4));
      c = mix(c, bytes.readInt32LE(next + 8));
      d = mix(d, bytes.readInt32LE(next + 12));
    }
    this.#lanes.set([a, b, c, d]);
    return next;
  }

  #merged(): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.#lanes;
    return rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18);
  }
}

/** The checksum of one piece. */
export function xxHash32(bytes: Buffer): number {
  return new XxHash32().update(bytes).digest();
}

function mix(lane: number, word: number): number {
  return Math.imul(rotate(lane + Math.imul(word, PRIME_2), 13), PRIME_1);
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function avalanche(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 15), PRIME_2);
  hash = Math.imul(hash ^ (hash >>> 13), PRIME_3);
  return (hash ^ (hash >>> 16)) >>> 0;
}
