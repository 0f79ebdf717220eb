import type { Event, MatchData } from "../core/event.ts";
import { escapeCharacter, jsonText } from "./json-text.ts";
import type { EventSink } from "./sink.ts";

/** A terminal takes these for commands, and JSON leaves them as they are. */
const CONTROL_CHARACTERS = /[\u007f-\u009f]/g;
const GREEN = "\u001b[32m";
const RED = "\u001b[31m";
const DEFAULT_COLOR = "\u001b[39m";

/** How a dry run tells what happens. */
export interface ConsoleSinkOptions {
  /** Shows a line to the user. */
  readonly print: (line: string) => void;
  /** Whether each event is shown. @default true */
  readonly logging?: boolean | undefined;
  /** The metric that makes a `match` event green or red. @default accuracy */
  readonly primaryMetric?: string | undefined;
  /** @default false */
  readonly colors?: boolean | undefined;
}

/** Shows events as lines of JSON and keeps nothing: `--dry-run`. */
export class ConsoleSink implements EventSink {
  readonly #options: ConsoleSinkOptions;

  constructor(options: ConsoleSinkOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {}

  async write(events: readonly Event[]): Promise<void> {
    const { print, logging = true } = this.#options;
    if (!logging) return;
    for (const event of events) print(this.#colored(event));
  }

  async close(): Promise<void> {
    this.#options.print("dry run: nothing was written");
  }

  #colored(event: Event): string {
    const { colors = false, primaryMetric = "accuracy" } = this.#options;
    const text = jsonText(event).replace(CONTROL_CHARACTERS, escapeCharacter);
    if (!colors || event.type !== "match") return text;
    return `${isGood(event.data, primaryMetric) ? GREEN : RED}${text}${DEFAULT_COLOR}`;
  }
}

/**
 * Whether a match is good news: it is correct, or its accuracy is above one half. Another primary
 * metric that the event holds decides instead, by the same half.
 */
function isGood(data: unknown, primaryMetric: string): boolean {
  if (typeof data !== "object" || data === null) return false;
  const { correct, accuracy, [primaryMetric]: primary } = data as MatchData;
  if (typeof primary === "number" && primaryMetric !== "accuracy") return primary > 0.5;
  return correct === true || Number(accuracy) > 0.5;
}
