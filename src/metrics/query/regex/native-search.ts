import { createContext, Script } from "node:vm";
import { DataError } from "../../../core/errors.ts";
import { groupName } from "./to-native.ts";

/** Longest search of one text, in milliseconds; the engine may need ages for a bad pattern. */
const LIMIT_MS = 200;

const TEST = new Script("regexp.test(text)");
const LAST_MATCH = new Script("[...text.matchAll(regexp)].at(-1) ?? null");

/** Searches by JavaScript's own engine that come to an end. */
export class NativeSearch {
  readonly #source: string;
  readonly #regexp: RegExp;
  readonly #scope = createContext({});

  /**
   * @param source the pattern as its author wrote it, for messages
   * @param regexp without the flag `g`
   */
  constructor(source: string, regexp: RegExp) {
    this.#source = source;
    this.#regexp = regexp;
  }

  /** @throws {DataError} when the time is up */
  test(text: string): boolean {
    return this.#run(TEST, { text, regexp: this.#regexp }) === true;
  }

  /**
   * The last match, or a group of it; undefined where there is none.
   *
   * @param group number of the group, 0 for the whole match
   * @throws {DataError} when the time is up
   */
  lastMatch(text: string, group: number): string | undefined {
    const regexp = new RegExp(this.#regexp, `g${this.#regexp.flags}`);
    const match = this.#run(LAST_MATCH, { text, regexp }) as RegExpExecArray | null;
    return group === 0 ? match?.[0] : match?.groups?.[groupName(group)];
  }

  #run(script: Script, values: { readonly text: string; readonly regexp: RegExp }): unknown {
    Object.assign(this.#scope, values);
    try {
      return script.runInContext(this.#scope, { timeout: LIMIT_MS });
    } catch (cause) {
      throw new DataError(`the pattern ${JSON.stringify(this.#source)} ${reasonOf(cause)}`, {
        fix: "write it without nested repeats, look-ahead or back-references: it is then searched in linear time",
        cause,
      });
    }
  }
}

/** The error comes out of another realm, where it is no `Error` of ours. */
function reasonOf(cause: unknown): string {
  const { code, message } = Object(cause);
  return code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
    ? `needs more than ${LIMIT_MS} ms for one text`
    : `cannot be searched for: ${message}`;
}
