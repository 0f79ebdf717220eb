import { readFileSync } from "node:fs";
import { OaievalError } from "../../core/errors.ts";
import { checkUtf8, refuseUtf16, withoutMark } from "../encoding.ts";

/** A file's text; where there is a fault, what can be guessed of it. */
export interface ReadText {
  readonly text: string;
  /** Why the text must not be used. */
  readonly fault?: string;
}

/** Reads a file as UTF-8, whatever the system's locale, and never as anything else in silence. */
export function readText(path: string): ReadText {
  let bytes = Buffer.alloc(0);
  try {
    bytes = readFileSync(path);
    refuseUtf16(bytes, path);
    checkUtf8(bytes, { name: path, firstLine: 1 });
  } catch (error) {
    return { text: guess(bytes), fault: faultOf(error, path) };
  }
  return { text: withoutMark(bytes).toString("utf8") };
}

/** ASCII survives in this, also out of UTF-16: enough to look for names. */
function guess(bytes: Buffer): string {
  return bytes
    .toString("latin1")
    .replace(/^(\xff\xfe|\xfe\xff)/, "")
    .replaceAll("\0", "");
}

function faultOf(error: unknown, path: string): string {
  if (error instanceof OaievalError) return [error.where, error.message, error.fix].join(": ");
  return `${path}: ${error instanceof Error ? error.message : String(error)}`;
}
