import type { CompletionParams } from "../core/completion.ts";
import type { Answer } from "../core/eval.ts";
import type { Prompt } from "../core/prompt.ts";

/** What a node has at hand while it runs. */
export interface NodeContext {
  /** Number of the line, which is the row's place in the data from 0; null in an aggregation node. */
  readonly lineNumber: number | null;
  /** Aborts when the line's time is up, another node of it failed or the run is cancelled. */
  readonly signal: AbortSignal;
  /** Folder of the flow file. */
  readonly flowDir: string;
  /**
   * Sets a metric of the run; the last value of a name counts. It has an effect only in aggregation
   * nodes.
   *
   * @param value a finite number; true is 1 and false 0
   * @throws {Error} for anything else, so that no NaN looks like a score
   */
  logMetric(name: string, value: number | boolean): void;
  /** Rounds as Python does: to the nearest, ties to even, decided on the exact value. */
  round(value: number, digits?: number): number;
  /**
   * Asks a completion function of the registry.
   *
   * @throws {CompletionError} when there is no answer; let it pass, it becomes the line's error
   */
  complete(model: string, prompt: Prompt, params?: CompletionParams): Promise<Answer>;
  /** Turns texts into vectors, by the run's embedding model or the one that is named. */
  embed(texts: readonly string[], model?: string): Promise<readonly (readonly number[])[]>;
  /** Keeps a message with the run. */
  log(message: string): void;
}
