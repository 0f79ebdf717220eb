import type { Event } from "../core/event.ts";
import type { Report } from "../core/report.ts";
import type { Secrets } from "../core/secrets.ts";
import type { RunSpec } from "../core/spec.ts";
import { JsonlFile } from "./jsonl-file.ts";
import { readEvents } from "./read-log.ts";
import type { EventSink } from "./sink.ts";

/** Where a log file is, and what it must not hold. */
export interface JsonlSinkOptions {
  readonly path: string;
  readonly secrets?: Secrets | undefined;
}

/**
 * The log file: the run's spec, then the events of each sample as soon as it is done, at last the
 * report. A file that is there is replaced.
 */
export class JsonlSink implements EventSink {
  readonly location: string;
  readonly #secrets: Secrets | undefined;
  #log: OpenLog | undefined;

  constructor({ path, secrets }: JsonlSinkOptions) {
    this.location = path;
    this.#secrets = secrets;
  }

  /** @throws {ConfigError} when the file cannot be made */
  async open(spec: RunSpec): Promise<void> {
    const file = new JsonlFile(this.location, this.#secrets);
    this.#log = { file, runId: spec.run_id };
    file.append([{ spec }]);
  }

  async write(events: readonly Event[]): Promise<void> {
    this.#openLog().file.append(events);
  }

  async close(report: Report): Promise<void> {
    const { file, runId } = this.#openLog();
    try {
      file.append([{ final_report: report, run_id: runId }]);
    } finally {
      file.close();
    }
  }

  async abandon(): Promise<void> {
    this.#openLog().file.remove();
  }

  events(): AsyncIterable<Event> {
    return readEvents(this.location);
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
