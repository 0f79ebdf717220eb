import { closeSync, openSync, readSync } from "node:fs";
import { isSystemError, unreadable } from "./bytes.ts";
import { damaged } from "./damaged.ts";
import type { InputFile } from "./format.ts";

const PACKED_PIECE = 2 ** 16;
/** How often in a row sound data gives nothing before the next packed piece is asked for. */
const LONGEST_IDLE = 256;

/** The plain bytes of a Zstandard file, of all its frames. */
export async function* decompressZstd(file: InputFile): AsyncGenerator<Uint8Array> {
  const { ZSTDDecoder } = await import("zstddec/stream");
  const decoder = new ZSTDDecoder();
  await decoder.init();
  let idle = 0;
  const packed = packedPieces(file.path, () => {
    idle = 0;
  });
  try {
    for (const piece of decoder.decodeStreaming(packed)) {
      idle = piece.length === 0 ? idle + 1 : 0;
      // On damaged data the decoder gives empty pieces without end.
      if (idle > LONGEST_IDLE) throw new Error("the data is damaged");
      if (piece.length > 0) yield piece;
    }
  } catch (error) {
    if (isSystemError(error)) throw unreadable(file.path, error);
    throw damaged(file, { format: "Zstandard", cause: error });
  }
}

/** The decoder takes an iterable that is not async. */
function* packedPieces(path: string, onPiece: () => void): Generator<Uint8Array> {
  const file = openSync(path, "r");
  try {
    let isEmpty = true;
    for (;;) {
      const piece = new Uint8Array(PACKED_PIECE);
      const length = readSync(file, piece);
      if (length === 0) break;
      isEmpty = false;
      onPiece();
      yield piece.subarray(0, length);
    }
    if (isEmpty) throw new Error("the file is empty");
  } finally {
    closeSync(file);
  }
}
