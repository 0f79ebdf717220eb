import { renameSync, rmSync } from "node:fs";
import type { Event } from "../core/event.ts";
import type { Report } from "../core/report.ts";
import type { Secrets } from "../core/secrets.ts";
import type { RunSpec } from "../core/spec.ts";
import { JsonlFile } from "./jsonl-file.ts";
import { readEvents } from "./read-log.ts";

/** Whose events are kept, and where. */
export interface UndeliveredOptions {
  readonly path: string;
  readonly spec: RunSpec;
  readonly secrets?: Secrets | undefined;
}

/** A log file of the events that a server does not have yet. */
export class Undelivered {
  readonly #options: UndeliveredOptions;
  #file: JsonlFile;
  #count = 0;

  /** @throws {ConfigError} when the file cannot be made */
  constructor(options: UndeliveredOptions) {
    this.#options = options;
    this.#file = begin(options);
  }

  get count(): number {
    return this.#count;
  }

  keep(events: readonly Event[]): void {
    this.#file.append(events);
    this.#count += events.length;
  }

  /** Hands out all events for another try; those that fail again are kept anew meanwhile. */
  async *takeOut(batchSize: number): AsyncGenerator<Event[]> {
    const { path } = this.#options;
    const taken = `${path}.sending`;
    this.#file.close();
    renameSync(path, taken);
    this.#file = begin(this.#options);
    this.#count = 0;
    yield* inBatches(readEvents(taken), batchSize);
    rmSync(taken);
  }

  /** Ends the file with the report; it is as much of a log as there is. */
  finish(report: Report): void {
    this.#file.append([{ final_report: report, run_id: this.#options.spec.run_id }]);
    this.#file.close();
  }

  remove(): void {
    this.#file.remove();
  }
}

function begin({ path, spec, secrets }: UndeliveredOptions): JsonlFile {
  const file = new JsonlFile(path, { secrets });
  file.append([{ spec }]);
  return file;
}

async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
