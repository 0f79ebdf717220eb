import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { isSystemError, PIECE, unreadable } from "./bytes.ts";
import { damaged } from "./damaged.ts";
import type { InputFile } from "./format.ts";

/** The plain bytes of a gzip file, of all its members. */
export async function* gunzip(file: InputFile): AsyncGenerator<Buffer> {
  const packed = createReadStream(file.path, { highWaterMark: PIECE });
  const plain = createGunzip({ chunkSize: 2 ** 18 });
  packed.on("error", (error) => plain.destroy(error));
  packed.pipe(plain);
  try {
    yield* plain;
  } catch (error) {
    if (isSystemError(error)) throw unreadable(file.path, error);
    throw damaged(file, { format: "gzip", cause: error });
  } finally {
    packed.destroy();
  }
}
