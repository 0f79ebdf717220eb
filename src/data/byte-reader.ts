import type { Bytes } from "./bytes.ts";
import { asBuffer } from "./line-blocks.ts";

/** Reads bytes in portions of known sizes, however they come. */
export class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(bytes: Bytes) {
    this.#pieces = bytes[Symbol.asyncIterator]();
  }

  /** Whether nothing is left. */
  async isAtEnd(): Promise<boolean> {
    return this.#held.length === 0 && !(await this.#fill(1));
  }

  /**
   * The next `size` bytes; they stay valid.
   *
   * @throws {Error} when there are fewer
   */
  async take(size: number): Promise<Buffer> {
    if (!(await this.#fill(size))) throw new Error("the file is cut off");
    const taken = this.#held.subarray(0, size);
    this.#held = this.#held.subarray(size);
    return taken;
  }

  /** @throws {Error} when there are fewer bytes than that */
  async skip(size: number): Promise<void> {
    for (let left = size; left > 0; ) {
      if (await this.isAtEnd()) throw new Error("the file is cut off");
      const skipped = Math.min(left, this.#held.length);
      this.#held = this.#held.subarray(skipped);
      left -= skipped;
    }
  }

  async #fill(size: number): Promise<boolean> {
    if (this.#held.length >= size) return true;
    const parts = [this.#held];
    let length = this.#held.length;
    while (length < size) {
      const next = await this.#pieces.next();
      if (next.done) break;
      parts.push(asBuffer(next.value));
      length += next.value.length;
    }
    this.#held = Buffer.concat(parts);
    return length >= size;
  }
}
