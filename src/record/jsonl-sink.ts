import type { Event } from "../core/event.ts";
import type { Report } from "../core/report.ts";
import type { Secrets } from "../core/secrets.ts";
import type { RunSpec } from "../core/spec.ts";
import { JsonlFile } from "./jsonl-file.ts";
import type { EventSink } from "./sink.ts";

/** Where a log file is, and what it must not hold. */
export interface JsonlSinkOptions {
  readonly path: string;
  readonly secrets?: Secrets | undefined;
  /** Size in bytes of a log that is continued; it ends with a whole line. @default a new log */
  readonly size?: number | undefined;
}

/**
 * The log file: the run's spec, then the events of each sample as soon as it is done, at last the
 * report. A file that is there is replaced, unless it is continued. Samples that are done in the
 * same turn of the event loop are written together, for the call of the system is what costs.
 */
export class JsonlSink implements EventSink {
  readonly location: string;
  readonly #options: JsonlSinkOptions;
  #log: OpenLog | undefined;
  #gathered: Event[] = [];
  #written: Promise<void> | undefined;

  constructor(options: JsonlSinkOptions) {
    this.location = options.path;
    this.#options = options;
  }

  /** @throws {ConfigError} when the file cannot be written, or it grew meanwhile */
  async open(spec: RunSpec): Promise<void> {
    const file = new JsonlFile(this.location, this.#options);
    this.#log = { file, runId: spec.run_id };
    if (!this.#isContinued) file.append([{ spec }]);
  }

  /** Done when the file has them. */
  async write(events: readonly Event[]): Promise<void> {
    const { file } = this.#openLog();
    this.#gathered.push(...events);
    this.#written ??= this.#writeGathered(file);
    await this.#written;
  }

  async close(report: Report): Promise<void> {
    const { file, runId } = this.#openLog();
    try {
      await this.#written;
      file.append([{ final_report: report, run_id: runId }]);
    } finally {
      file.close();
    }
  }

  async abandon(): Promise<void> {
    this.#openLog().file.remove();
  }

  /** Those that count: of a sample that was done again the last ones. */
  async *events(): AsyncGenerator<Event> {
    if (this.#isContinued) {
      const { readCurrentEvents } = await import("./log-outcomes.ts");
      yield* readCurrentEvents(this.location);
    } else {
      const { readEvents } = await import("./read-log.ts");
      yield* readEvents(this.location);
    }
  }

  async #writeGathered(file: JsonlFile): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve)); // after all answers that are there
    const events = this.#gathered;
    this.#gathered = [];
    this.#written = undefined;
    file.append(events);
  }

  get #isContinued(): boolean {
    return this.#options.size !== undefined;
  }

  #openLog(): OpenLog {
    if (!this.#log) throw new Error(`${this.location} is not open`);
    return this.#log;
  }
}

interface OpenLog {
  readonly file: JsonlFile;
  readonly runId: string;
}
