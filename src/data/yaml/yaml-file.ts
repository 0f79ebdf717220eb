import { lineOfPath } from "./node-path.ts";
import { readText } from "./read-text.ts";
import { parseYaml, type YamlEntry, type YamlText } from "./yaml-text.ts";

/** A top-level name that the text may hold in another spelling, such as `"caf\u00e9":`. */
const DISGUISED_NAME = /^["'?{<]/m;

/**
 * A file of named entries. It is read at once and parsed when its entries are asked for: reading
 * the 463 files of openai/evals takes milliseconds, parsing them a second.
 */
export class YamlFile {
  readonly path: string;
  readonly #text: string;
  readonly #readFault: string | undefined;
  #mayDisguise: boolean | undefined;
  #parsed: YamlText | undefined;

  constructor(path: string) {
    const { text, fault } = readText(path);
    this.path = path;
    this.#text = text;
    this.#readFault = fault;
  }

  /** Whether the text holds the words; without them there is no entry of that name. */
  mentions(words: string): boolean {
    this.#mayDisguise ??= DISGUISED_NAME.test(this.#text);
    return this.#mayDisguise || this.#text.includes(words);
  }

  /** Whether a line begins with the name and a colon, even when the file cannot be parsed. */
  seemsToDeclare(name: string): boolean {
    return this.#text
      .split(/\r?\n/)
      .map((line) => line.replace(/^["']/, ""))
      .some((line) => line.startsWith(name) && /^["']?\s*:/.test(line.slice(name.length)));
  }

  /** All entries in the order of the file; none when it is broken. */
  get entries(): readonly YamlEntry[] {
    return this.#contents().entries;
  }

  /** Why the file cannot be used, as `file:line:column: reason`. */
  get fault(): string | undefined {
    const { fault } = this.#contents();
    return this.#readFault ?? (fault && `${this.path}:${fault}`);
  }

  /** The last entry of the name, which is the one that counts. */
  entry(name: string): YamlEntry | undefined {
    return this.entries.findLast((entry) => entry.name === name);
  }

  /** Line of a place in the text, from 1. */
  lineAt(offset: number): number {
    return this.#contents().lines.linePos(offset).line;
  }

  /** Line of a key or element below an entry, or of the last one on the way there that exists. */
  lineOf(name: string, path: readonly PropertyKey[]): number | undefined {
    const entry = this.entry(name);
    return lineOfPath(entry?.node, path, this.#contents().lines) ?? entry?.line;
  }

  #contents(): YamlText {
    this.#parsed ??= parseYaml(this.#readFault ? "" : this.#text);
    return this.#parsed;
  }
}
