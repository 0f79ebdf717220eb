import type { ByteReader } from "./byte-reader.ts";
import { xxHash32 } from "./xxhash32.ts";

/** What an LZ4 frame says of itself. */
export interface Lz4Header {
  /** Matches may point into earlier blocks. */
  readonly hasLinkedBlocks: boolean;
  readonly hasBlockChecksums: boolean;
  readonly hasContentChecksum: boolean;
  /** Number of the frame's plain bytes, where it is told. */
  readonly contentSize: number | undefined;
  /** Most bytes that a block decodes to. */
  readonly largestBlock: number;
}

const DICTIONARY = 0x01;
const CONTENT_CHECKSUM = 0x04;
const CONTENT_SIZE = 0x08;
const BLOCK_CHECKSUMS = 0x10;
const INDEPENDENT_BLOCKS = 0x20;
const RESERVED_FLAGS = 0x02;
const RESERVED_SIZES = 0x8f;

/**
 * Reads the header of a frame, after its magic number.
 *
 * @throws {Error} when it is damaged or asks for what is not supported
 */
export async function readLz4Header(reader: ByteReader): Promise<Lz4Header> {
  const fixed = await reader.take(2);
  const [flags = 0, sizes = 0] = fixed;
  const exponent = sizes >> 4;
  if (flags >> 6 !== 1) throw new Error("the version of its frame is unknown");
  if (flags & DICTIONARY)
    throw new Error("it was packed with a dictionary, which is not supported");
  if (flags & RESERVED_FLAGS || sizes & RESERVED_SIZES || exponent < 4) {
    throw new Error("the header is damaged");
  }

  const contentSize = await reader.take(flags & CONTENT_SIZE ? 8 : 0);
  const [checksum] = await reader.take(1);
  const expected = (xxHash32(Buffer.concat([fixed, contentSize])) >>> 8) & 0xff;
  if (checksum !== expected) throw new Error("the checksum of the header is wrong");

  return {
    hasLinkedBlocks: (flags & INDEPENDENT_BLOCKS) === 0,
    hasBlockChecksums: (flags & BLOCK_CHECKSUMS) !== 0,
    hasContentChecksum: (flags & CONTENT_CHECKSUM) !== 0,
    contentSize: contentSize.length > 0 ? Number(contentSize.readBigUInt64LE()) : undefined,
    largestBlock: 2 ** (2 * exponent + 8),
  };
}
