import { DataError } from "../core/errors.ts";
import { ByteReader } from "./byte-reader.ts";
import { fileBytes } from "./bytes.ts";
import { damaged } from "./damaged.ts";
import type { InputFile } from "./format.ts";
import { type Lz4Header, readLz4Header } from "./lz4-header.ts";
import { Lz4Window } from "./lz4-window.ts";
import { XxHash32, xxHash32 } from "./xxhash32.ts";

const FRAME = 0x184d2204;
const LEGACY_FRAME = 0x184c2102;
/** All but the last four bits of the sixteen numbers that begin a frame to skip. */
const SKIPPABLE_FRAME = 0x184d2a5;
/** Marks the size of a block that is not compressed. */
const STORED = 0x80000000;

/**
 * The plain bytes of an LZ4 file, of all its frames. Every checksum that
 * is there must be right.
 */
export async function* decompressLz4(file: InputFile): AsyncGenerator<Buffer> {
  const reader = new ByteReader(fileBytes(file.path));
  try {
    do yield* frame(reader);
    while (!(await reader.isAtEnd()));
  } catch (error) {
    throw error instanceof DataError ? error : damaged(file, { format: "LZ4", cause: error });
  }
}

async function* frame(reader: ByteReader): AsyncGenerator<Buffer> {
  const magic = await takeWord(reader);
  if (magic === FRAME) {
    yield* blocks(reader, await readLz4Header(reader));
  } else if (magic >>> 4 === SKIPPABLE_FRAME) {
    await reader.skip(await takeWord(reader));
  } else if (magic === LEGACY_FRAME) {
    throw new Error("it has the legacy format; pack it anew: lz4 -dc OLD | lz4 - NEW");
  } else {
    throw new Error("what it holds is no LZ4 frame");
  }
}

async function* blocks(reader: ByteReader, header: Lz4Header): AsyncGenerator<Buffer> {
  const window = new Lz4Window(header.largestBlock);
  const hash = new XxHash32();
  let length = 0;
  for (let size = await takeWord(reader); size > 0; size = await takeWord(reader)) {
    const block = await takeBlock(reader, header, size & ~STORED);
    if (!header.hasLinkedBlocks) window.clear();
    const plain = size >= STORED ? window.store(block) : window.decode(block);
    if (header.hasContentChecksum) hash.update(plain);
    length += plain.length;
    yield Buffer.from(plain);
  }
  if (header.hasContentChecksum) await checkHash(reader, hash.digest());
  if (header.contentSize !== undefined && header.contentSize !== length) {
    throw new Error(`it should hold ${header.contentSize} bytes and holds ${length}`);
  }
}

async function takeBlock(reader: ByteReader, header: Lz4Header, size: number): Promise<Buffer> {
  if (size > header.largestBlock) throw new Error("a block is larger than its frame allows");
  const block = await reader.take(size);
  if (header.hasBlockChecksums) await checkHash(reader, xxHash32(block));
  return block;
}

async function checkHash(reader: ByteReader, expected: number): Promise<void> {
  if ((await takeWord(reader)) !== expected) throw new Error("a checksum is wrong");
}

async function takeWord(reader: ByteReader): Promise<number> {
  return (await reader.take(4)).readUInt32LE();
}
