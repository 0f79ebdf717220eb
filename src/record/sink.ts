import type { Event } from "../core/event.ts";
import type { Report } from "../core/report.ts";
import type { RunSpec } from "../core/spec.ts";

/**
 * Where events go. A recorder of one's own is a class with these methods, named by
 * `--recorder ./my-sink.ts:MySink`.
 */
export interface EventSink {
  /** Called once, before anything is asked. */
  open(spec: RunSpec): Promise<void>;
  /** The events of one sample, whole, in their order. */
  write(events: readonly Event[]): Promise<void>;
  /**
   * Called once after the last event.
   *
   * @throws {OaievalError} when anything could not be delivered; the message says where it is kept
   */
  close(report: Report): Promise<void>;
  /** Called instead of `close` when nothing was judged; what `open` made is taken away. */
  abandon?(): Promise<void>;
  /** Where the user finds the log, when there is such a place. */
  readonly location?: string | undefined;
  /**
   * The events written so far, for reports that need more than a few figures. A sink that cannot
   * read back leaves this out; the run then keeps a copy in a temporary file.
   */
  events?(): AsyncIterable<Event>;
}
