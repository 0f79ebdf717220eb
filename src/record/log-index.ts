import { type PlacedEntry, readEntries } from "./log-entries.ts";
import { outcomeKey } from "./outcome-key.ts";

/** The bytes of a file from the first line of something to its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where in a log the outcomes are that count: the last one of each sample and repeat. */
export class LogIndex {
  readonly #spans = new Map<string, Span>();
  #continuedAt = 0;

  /** Takes the next entry of the log. */
  add(entry: PlacedEntry): void {
    if (entry.kind !== "event") return;
    const { event, start, end } = entry;
    if (event.type === "resumed") this.#continuedAt = start;
    if (event.sample_id === null) return;

    const key = outcomeKey(event.sample_id, event.repeat);
    const known = this.#spans.get(key);
    const isSame = known !== undefined && known.start >= this.#continuedAt;
    this.#spans.set(key, { start: isSame ? known.start : start, end });
  }

  has(sampleId: string, repeat: number | undefined): boolean {
    return this.#spans.has(outcomeKey(sampleId, repeat));
  }

  /** Where the last outcome of a sample and repeat is; undefined when there is none. */
  span(sampleId: string, repeat: number | undefined): Span | undefined {
    return this.#spans.get(outcomeKey(sampleId, repeat));
  }

  /** Whether an event counts: one of a last outcome, or of the run since it was last continued. */
  counts({ event, start }: EventEntry): boolean {
    if (event.sample_id === null) return start >= this.#continuedAt;
    const span = this.span(event.sample_id, event.repeat);
    return span !== undefined && start >= span.start;
  }
}

type EventEntry = Extract<PlacedEntry, { kind: "event" }>;

/** Reads a log once; in memory are the ids of its samples. */
export async function indexLog(
  path: string,
  watch: (entry: PlacedEntry) => void = () => {},
): Promise<LogIndex> {
  const index = new LogIndex();
  for await (const entry of readEntries(path)) {
    index.add(entry);
    watch(entry);
  }
  return index;
}
