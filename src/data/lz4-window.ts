/** How far back a match may reach. */
const REACH = 2 ** 16;
const SHORTEST_MATCH = 4;
/** In a token, a length of 15 goes on in the bytes that follow. */
const LONG = 15;

/** The plain bytes of the current LZ4 block, and of the ones before that matches may point to. */
export class Lz4Window {
  readonly #plain: Buffer;
  readonly #largest: number;
  /** Bounds of the current block in `#plain`. */
  #start = 0;
  #end = 0;
  #block: Buffer = Buffer.alloc(0);
  #at = 0;

  /** @param largest most bytes that a block decodes to */
  constructor(largest: number) {
    this.#largest = largest;
    this.#plain = Buffer.allocUnsafe(REACH + largest);
  }

  /** Forgets the blocks so far. */
  clear(): void {
    this.#end = 0;
  }

  /**
   * Takes a block that is not compressed.
   *
   * @returns its bytes, valid until the next block
   */
  store(block: Buffer): Buffer {
    this.#open(block);
    this.#copyLiterals(block.length);
    return this.#plain.subarray(this.#start, this.#end);
  }

  /**
   * Takes a compressed block.
   *
   * @returns its plain bytes, valid until the next block
   * @throws {Error} when the block is damaged
   */
  decode(block: Buffer): Buffer {
    this.#open(block);
    for (;;) {
      const token = this.#readByte();
      this.#copyLiterals(this.#readLength(token >> 4));
      if (this.#at === block.length) break;
      const distance = this.#readByte() | (this.#readByte() << 8);
      this.#copyMatch(distance, this.#readLength(token & LONG) + SHORTEST_MATCH);
    }
    return this.#plain.subarray(this.#start, this.#end);
  }

  /** Makes room, keeping what matches can reach. */
  #open(block: Buffer): void {
    const kept = Math.min(this.#end, REACH);
    this.#plain.copyWithin(0, this.#end - kept, this.#end);
    this.#start = kept;
    this.#end = kept;
    this.#block = block;
    this.#at = 0;
  }

  #readByte(): number {
    const byte = this.#block[this.#at++];
    if (byte === undefined) throw new Error("a block ends too early");
    return byte;
  }

  #readLength(nibble: number): number {
    let length = nibble;
    if (nibble < LONG) return length;
    let more = 255;
    while (more === 255) {
      more = this.#readByte();
      length += more;
    }
    return length;
  }

  #copyLiterals(length: number): void {
    const end = this.#at + length;
    if (end > this.#block.length) throw new Error("a block ends too early");
    this.#checkRoom(length);
    this.#block.copy(this.#plain, this.#end, this.#at, end);
    this.#at = end;
    this.#end += length;
  }

  #copyMatch(distance: number, length: number): void {
    const from = this.#end - distance;
    if (distance === 0 || from < 0) throw new Error("a match points before the data");
    this.#checkRoom(length);
    if (distance >= length) this.#plain.copyWithin(this.#end, from, from + length);
    else this.#repeat(from, length);
    this.#end += length;
  }

  /** A match that overlaps itself repeats what it has just written. */
  #repeat(from: number, length: number): void {
    const bytes = this.#plain;
    const to = this.#end;
    for (let i = 0; i < length; i++) bytes[to + i] = bytes[from + i] ?? 0;
  }

  #checkRoom(length: number): void {
    if (this.#end + length - this.#start <= this.#largest) return;
    throw new Error("a block is larger than its frame allows");
  }
}
