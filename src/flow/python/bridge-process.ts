import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { orAborted } from "../../core/abortable.ts";
import type { BridgeMessage } from "./bridge-messages.ts";

/** Beside `dist` as beside `src`. */
const BRIDGE = fileURLToPath(new URL("../../../python/bridge.py", import.meta.url));

/** Of what a dying interpreter writes, the end says why. */
const LONGEST_LAST_WORDS = 4096;

/** Nobody waits for what is said between two requests. */
const NOBODY: OnMessage = () => false;

/** Takes a message of the request that runs; true when it is the last one. */
type OnMessage = (message: BridgeMessage) => boolean;

type Pipes = readonly [null, Readable, Readable, Writable, Readable];

/** A Python that runs nodes, one at a time. */
export class BridgeProcess {
  readonly #child: ChildProcess;
  readonly #requests: Writable;
  /** Rejects when Python has ended; nothing else settles it. */
  readonly #end: Promise<never>;
  #onMessage = NOBODY;
  #answered = () => {};
  #lastWords = "";

  constructor(command: string, folder: string) {
    this.#child = spawn(command, ["-u", BRIDGE], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    const [, stdout, stderr, requests, answers] = this.#child.stdio as unknown as Pipes; // by stdio
    for (const stream of [stdout, stderr]) stream.on("data", (words) => this.#hear(String(words)));
    requests.on("error", () => {}); // of a Python that has ended, which is told by its end
    createInterface({ input: answers }).on("line", (line) => this.#take(line));
    this.#requests = requests;
    this.#end = new Promise((_, reject) => {
      this.#child.once("error", reject);
      this.#child.once("close", (code, signal) => reject(this.#endError(code, signal)));
    });
    this.#end.catch(() => {}); // told to whoever waits for an answer
  }

  /**
   * Sends a request and hands on what comes back, until `onMessage` says that it was the last.
   *
   * @throws {Error} when Python ends first
   * @throws the signal's reason when it aborts; Python is killed then
   */
  async request(message: object, onMessage: OnMessage, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const answer = new Promise<void>((resolve) => {
      this.#answered = resolve;
    });
    this.#onMessage = onMessage;
    this.#requests.write(`${JSON.stringify(message)}\n`);
    try {
      await orAborted(Promise.race([answer, this.#end]), signal);
    } catch (error) {
      this.kill();
      throw error;
    } finally {
      this.#onMessage = NOBODY;
    }
  }

  get isAlive(): boolean {
    const { exitCode, signalCode } = this.#child;
    return exitCode === null && signalCode === null;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  #take(line: string): void {
    if (this.#onMessage(JSON.parse(line) as BridgeMessage)) this.#answered(); // bridge.py wrote it
  }

  #hear(words: string): void {
    this.#lastWords = (this.#lastWords + words).slice(-LONGEST_LAST_WORDS);
  }

  #endError(code: number | null, signal: NodeJS.Signals | null): Error {
    const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
    const words = this.#lastWords.trim();
    return new Error(`Python ended ${how}${words === "" ? "" : `: ${words}`}`);
  }
}
