import { lstatSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CompletionResult } from "../../core/completion.ts";
import { ConfigError } from "../../core/errors.ts";
import type { Secrets } from "../../core/secrets.ts";
import { isSystemError } from "../../data/bytes.ts";
import { writeWhole } from "../../data/whole-file.ts";

/** Where answers are kept, and how. */
export interface AnswerStoreOptions {
  readonly folder: string;
  /** Whether others may have made the folder. @default true */
  readonly isShared?: boolean | undefined;
  /** Ask again, and keep the new answers. @default false */
  readonly refresh?: boolean | undefined;
  /** Taken out of what is kept. */
  readonly secrets: Secrets;
  /** Is told once when answers cannot be kept; the run goes on without. */
  warn(message: string): void;
}

/** Answers in files of their own, which several processes may read and write at the same time. */
export class AnswerStore {
  readonly #options: AnswerStoreOptions;
  readonly #isReadable: boolean;
  #isWritable = true;

  constructor(options: AnswerStoreOptions) {
    this.#options = options;
    const { folder, isShared = true, refresh = false } = options;
    const isTrusted = isShared || isOwn(folder);
    this.#isReadable = isTrusted && !refresh;
    if (!isTrusted) this.#giveUp(`"${folder}" is somebody else's`);
  }

  /** The answer of this name; undefined when there is none, or its file is not whole. */
  async read(name: string): Promise<CompletionResult | undefined> {
    if (!this.#isReadable) return undefined;
    try {
      return answerIn(await readFile(this.#pathOf(name), "utf8"), name);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      if (error.code !== "ENOENT") this.#giveUp(error.message);
      return undefined;
    }
  }

  /** Keeps an answer; one without completions, which another try may have, is not kept. */
  async write(name: string, answer: CompletionResult): Promise<void> {
    if (!this.#isWritable || answer.completions.length === 0) return;
    const text = `${JSON.stringify({ name, answer })}\n`;
    const bytes = Buffer.from(this.#options.secrets.redact(text));
    try {
      await writeWhole(this.#shardOf(name), [bytes], () => fileName(name));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      this.#giveUp(error.message);
    }
  }

  /** What is there can still be read; what is asked is not kept. */
  #giveUp(reason: string): void {
    if (!this.#isWritable) return;
    this.#isWritable = false;
    this.#options.warn(`answers are not kept from now on: ${reason}`);
  }

  #pathOf(name: string): string {
    return join(this.#shardOf(name), fileName(name));
  }

  /** A folder with a million files is slow on many disks. */
  #shardOf(name: string): string {
    return join(this.#options.folder, name.slice(0, 2));
  }
}

function fileName(name: string): string {
  return `${name}.json`;
}

function answerIn(text: string, name: string): CompletionResult | undefined {
  const file: Readonly<Record<string, unknown>> = Object(parsed(text));
  const { completions } = Object(file["answer"]);
  const isAnswer = Array.isArray(completions) && completions.every(isText);
  return isAnswer && file["name"] === name ? (file["answer"] as CompletionResult) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a file that a crash or another program left
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Whether a folder in a place that is open to all was made by this user, or is still to be made. */
function isOwn(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found) return true;
  return found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
}
