import { createContext, Script } from "node:vm";
import { DataError } from "../../../core/errors.ts";

/** Longest search of one text, in milliseconds; the engine may need ages for a bad pattern. */
const LIMIT_MS = 200;

/** A search by JavaScript's own engine that comes to an end. */
export class NativeSearch {
  readonly #source: string;
  readonly #scope: { readonly regexp: RegExp; text: string };
  readonly #context: object;
  readonly #script = new Script("regexp.lastIndex = 0; regexp.exec(text)");

  /** @param source the pattern as its author wrote it, for messages */
  constructor(source: string, regexp: RegExp) {
    this.#source = source;
    this.#scope = { regexp, text: "" };
    this.#context = createContext(this.#scope);
  }

  /**
   * The next match; of a global expression from `start` on.
   *
   * @throws {DataError} when the time is up
   */
  exec(text: string): RegExpExecArray | null {
    this.#scope.text = text;
    try {
      return this.#script.runInContext(this.#context, { timeout: LIMIT_MS });
    } catch (cause) {
      throw new DataError(`the pattern ${JSON.stringify(this.#source)} ${reasonOf(cause)}`, {
        fix: "write it without nested repeats, look-ahead or back-references: it is then searched in linear time",
        cause,
      });
    } finally {
      this.#scope.text = "";
    }
  }
}

function reasonOf(cause: unknown): string {
  const isLate =
    cause instanceof Error && "code" in cause && cause.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
  return isLate
    ? `needs more than ${LIMIT_MS} ms for one text`
    : `needs more memory than there is for one text`;
}
