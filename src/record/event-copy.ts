import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Event } from "../core/event.ts";
import { JsonlFile } from "./jsonl-file.ts";

/** Events in a temporary file, so that a long run does not fill the memory. */
export class EventCopy {
  #file: JsonlFile | undefined;

  add(events: readonly Event[]): void {
    this.#file ??= new JsonlFile(
      join(mkdtempSync(join(tmpdir(), "oaieval-copy-")), "events.jsonl"),
    );
    this.#file.append(events);
  }

  async *events(): AsyncGenerator<Event> {
    if (!this.#file) return;
    const { readEvents } = await import("./read-log.ts");
    yield* readEvents(this.#file.path);
  }

  remove(): void {
    if (!this.#file) return;
    this.#file.remove();
    rmdirSync(dirname(this.#file.path));
    this.#file = undefined;
  }
}
