import type { Event } from "../core/event.ts";
import { type PlacedEntry, readEntries } from "./log-entries.ts";
import { outcomeKey } from "./outcome-key.ts";
import { type Span, SpansByNumber } from "./spans-by-number.ts";

/** Where in a log the outcomes are that count: the last one of each sample and repeat. */
export class LogIndex {
  /** Of ids that end in a number, by what stands before it. */
  readonly #numbered = new Map<string, SpansByNumber>();
  readonly #others = new Map<string, Span>();
  #continuedAt = 0;

  /** Takes the next entry of the log. */
  add({ entry, start, end }: PlacedEntry): void {
    if (entry.kind !== "event") return;
    const { event } = entry;
    if (event.type === "resumed") this.#continuedAt = start;
    if (event.sample_id === null) return;

    const known = this.span(event.sample_id, event.repeat);
    const isSame = known !== undefined && known.start >= this.#continuedAt;
    const span = { start: isSame ? known.start : start, end };
    this.#set(event.sample_id, event.repeat, span);
  }

  /** Where the last outcome of a sample and repeat is; undefined when there is none. */
  span(sampleId: string, repeat: number | undefined): Span | undefined {
    const { head, number } = splitId(sampleId);
    if (number === undefined) return this.#others.get(outcomeKey(sampleId, repeat));
    return this.#numbered.get(outcomeKey(head, repeat))?.get(number);
  }

  /**
   * The place from which on events count that are of the same sample and repeat, or of the run as a
   * whole: those before it were done again.
   */
  countsFrom({ sample_id, repeat }: Event): number {
    if (sample_id === null) return this.#continuedAt;
    return this.span(sample_id, repeat)?.start ?? 0;
  }

  #set(sampleId: string, repeat: number | undefined, span: Span): void {
    const { head, number } = splitId(sampleId);
    if (number === undefined) {
      this.#others.set(outcomeKey(sampleId, repeat), span);
      return;
    }
    const key = outcomeKey(head, repeat);
    const spans = this.#numbered.get(key) ?? new SpansByNumber();
    this.#numbered.set(key, spans);
    spans.set(number, span);
  }
}

/** Reads a log once. */
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

/** `base.split.7` as what stands before the last dot, and 7; other ids have no number. */
function splitId(id: string): { readonly head: string; readonly number?: number } {
  const dot = id.lastIndexOf(".");
  const number = Number(id.slice(dot + 1));
  const isRow = number >= 0 && number < SpansByNumber.limit;
  const isPlain = isRow && String(number) === id.slice(dot + 1);
  return dot > 0 && isPlain ? { head: id.slice(0, dot), number } : { head: id };
}
