import { resolve } from "node:path";
import { CompletionError } from "../../core/errors.ts";
import type { EventDraft } from "../../core/event.ts";
import type { DataFile } from "../../core/row-source.ts";
import type { RunSpec } from "../../core/spec.ts";
import { errorParts } from "../../record/error-parts.ts";
import { OutcomeReader } from "../../record/outcome-reader.ts";
import { readSpec } from "../../record/read-log.ts";
import type { Outputs } from "./mapping.ts";
import { outputsOfEvents } from "./outputs.ts";

/** Which log, and which repeat in it. */
export interface EarlierRunOptions {
  readonly path: string;
  readonly repeat: number;
}

/** The outputs of an earlier run; a sample gets those of the row with its number. */
export class EarlierRun {
  readonly spec: RunSpec;
  readonly #options: EarlierRunOptions;
  readonly #reader: OutcomeReader;

  private constructor(spec: RunSpec, reader: OutcomeReader, options: EarlierRunOptions) {
    this.spec = spec;
    this.#reader = reader;
    this.#options = options;
  }

  /**
   * @throws {ConfigError} when the file cannot be read
   * @throws {DataError} when it is no log
   */
  static async open(options: EarlierRunOptions): Promise<EarlierRun> {
    const path = resolve(options.path);
    const spec = await readSpec(path);
    return new EarlierRun(spec, await OutcomeReader.open(path), { ...options, path });
  }

  /** Whether the run was over other data, as far as its log tells. */
  isOverOther(files: readonly DataFile[]): boolean {
    const logged = this.spec.run_config.data.map(({ sha256 }) => sha256);
    if (logged.length === 0) return false;
    return files.some(({ sha256 }) => !logged.includes(sha256));
  }

  /** @throws {CompletionError} when the run has no output for the row */
  async outputs(index: number): Promise<Outputs> {
    const { base_eval, split } = this.spec;
    const { path, repeat } = this.#options;
    const sampleId = `${base_eval}.${split}.${index}`;
    const inRepeat = await this.#reader.read(sampleId, repeat);
    const isOnce = inRepeat.length === 0 && repeat === 0;
    const events = isOnce ? await this.#reader.read(sampleId, undefined) : inRepeat;
    const failure = events.find(({ type }) => type === "error");
    const outputs = failure ? undefined : outputsOfEvents(events, `${path}: ${sampleId}`);
    if (outputs) return outputs;
    throw new CompletionError(reasonOf(events, failure), { code: "not_in_log", where: path });
  }

  async close(): Promise<void> {
    await this.#reader.close();
  }
}

function reasonOf(events: readonly EventDraft[], failure: EventDraft | undefined): string {
  if (failure) {
    const { type, message } = errorParts(failure.data);
    return `the earlier run has no answer for this sample: it failed then, ${type}: ${message}`;
  }
  return events.length === 0
    ? "the earlier run did not judge this sample"
    : "the earlier run has no answer for this sample";
}
