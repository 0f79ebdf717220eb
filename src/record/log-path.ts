import { tmpdir } from "node:os";
import { posix, win32 } from "node:path";
import { isWritableFolder, userFolder } from "../data/user-folder.ts";

/** Longest name of a file, in bytes, that all common file systems take. */
const LONGEST_NAME = 255;
const EXTENSION = ".jsonl";
const RUN_ID_LENGTH = 20;
const UNSAFE = /[^\p{L}\p{M}\p{N}.+=_-]/gu;

/** What a log is named after, each as it was typed. */
export interface LogName {
  readonly runId: string;
  /** The completion functions, separated by commas. */
  readonly fn: string;
  readonly eval: string;
}

/**
 * Where a log goes unless the user says otherwise: `/tmp/evallogs/{run_id}_{fn}_{eval}.jsonl`, on
 * Windows in the system's temporary folder; for a user who may not write there
 * `/tmp/evallogs-UID/…`. Characters that a file name cannot have everywhere
 * become `_`; names that are too long are cut.
 */
export function defaultLogPath(name: LogName, platform: string = process.platform): string {
  const file = logFileName(name);
  return platform === "win32"
    ? win32.join(tmpdir(), "evallogs", file)
    : posix.join(userFolder("/tmp/evallogs", isWritableFolder), file);
}

/** The file's name alone, for logs that are kept in a folder of the user's choice. */
export function logFileName({ runId, fn, eval: evalName }: LogName): string {
  const room = LONGEST_NAME - RUN_ID_LENGTH - "__".length - EXTENSION.length;
  const [safeFn, safeEval] = [safeName(fn), safeName(evalName)];
  const evalRoom = Math.max(Math.floor(room / 2), room - Buffer.byteLength(safeFn));
  const evalPart = cut(safeEval, evalRoom);
  const fnPart = cut(safeFn, room - Buffer.byteLength(evalPart));
  return `${runId}_${fnPart}_${evalPart}${EXTENSION}`;
}

function safeName(text: string): string {
  return text.normalize("NFC").replace(UNSAFE, "_");
}

/** As much of the text's beginning as fits into so many bytes. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const characters = Array.from(text);
  while (Buffer.byteLength(characters.join("")) > bytes) characters.pop();
  return characters.join("");
}
