import { ConfigError, OaievalError } from "../core/errors.ts";
import type { Event } from "../core/event.ts";
import type { Report } from "../core/report.ts";
import type { Secrets } from "../core/secrets.ts";
import type { RunSpec } from "../core/spec.ts";
import { EventPost, type PostFailure, type PostOptions } from "./event-post.ts";
import type { EventSink } from "./sink.ts";
import { eventTimestamp } from "./timestamp.ts";
import { Undelivered } from "./undelivered.ts";

/** Where events are sent, and what happens to those that do not arrive. */
export interface HttpSinkOptions extends PostOptions {
  readonly url: string;
  /** Log file for the events that the server does not take; it is there only if there are any. */
  readonly spoolPath: string;
  /** Events in one request. @default 100 */
  readonly batchSize?: number | undefined;
  /**
   * When more than this share of the events so far, in percent, could not be delivered, the server
   * is left alone until the run is done, so that it does not hold the run up. @default 5
   */
  readonly failPercentThreshold?: number | undefined;
  readonly secrets?: Secrets | undefined;
}

/**
 * Posts events to a server, in batches that are JSON arrays, and the report as a last event of type
 * `final_report`. What the server does not take goes to a local file and is sent again at the end.
 *
 * No event is lost, and one may arrive twice when an answer is; `run_id` and `event_id` tell.
 */
export class HttpSink implements EventSink {
  /** The URL without its query. */
  readonly location: string;
  readonly #options: HttpSinkOptions;
  readonly #batchSize: number;
  readonly #post: EventPost;
  readonly #buffer: Event[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  #run: Run | undefined;
  #recorded = 0;
  #lastEventId = -1;
  #lastFailure: PostFailure | undefined;

  /** @throws {ConfigError} when the URL cannot be posted to, or a batch could hold nothing */
  constructor(options: HttpSinkOptions) {
    const { url, secrets, batchSize = 100 } = options;
    const { origin, pathname } = checkedUrl(url);
    this.location = origin + pathname;
    this.#options = options;
    this.#batchSize = checkedBatchSize(batchSize);
    this.#post = new EventPost(url, (text) => secrets?.redact(text) ?? text, options);
  }

  /** @throws {ConfigError} when undelivered events could not be kept */
  async open(spec: RunSpec): Promise<void> {
    const { spoolPath: path, secrets } = this.#options;
    this.#run = { spec, undelivered: new Undelivered({ path, spec, secrets }) };
  }

  /** The write that fills a batch waits until the batch is dealt with: memory stays bounded. */
  async write(events: readonly Event[]): Promise<void> {
    for (const event of events) this.#buffer.push(event);
    this.#recorded += events.length;
    this.#lastEventId = events.at(-1)?.event_id ?? this.#lastEventId;
    if (this.#buffer.length < this.#batchSize) return;
    await this.#inTurn(() => this.#sendBuffer(this.#batchSize));
  }

  /** @throws {OaievalError} when anything is undelivered, with the file that has it */
  async close(report: Report): Promise<void> {
    const { undelivered } = this.#openRun();
    await this.#inTurn(() => this.#sendBuffer(1));
    const isReachable = await this.#sendUndelivered();
    const hasReport = isReachable && (await this.#send([this.#reportEvent(report)]));
    if (hasReport && undelivered.count === 0) return undelivered.remove();
    undelivered.finish(report);
    throw this.#failure(undelivered.count);
  }

  async abandon(): Promise<void> {
    this.#openRun().undelivered.remove();
  }

  /** One batch after the other, in the order of their events. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {}); // whoever asked for the work is told
    return done;
  }

  /** Sends while the buffer has at least so many events. */
  async #sendBuffer(atLeast: number): Promise<void> {
    const { undelivered } = this.#openRun();
    while (this.#buffer.length >= atLeast) {
      const batch = this.#buffer.splice(0, this.#batchSize);
      const isDelivered = !this.#failsTooOften() && (await this.#send(batch));
      if (!isDelivered) undelivered.keep(batch);
    }
  }

  /** @returns whether the server answers */
  async #sendUndelivered(): Promise<boolean> {
    const { undelivered } = this.#openRun();
    if (undelivered.count === 0) return true;
    let isReachable = true;
    for await (const batch of undelivered.takeOut(this.#batchSize)) {
      const isDelivered = isReachable && (await this.#send(batch));
      if (isDelivered) continue;
      undelivered.keep(batch);
      isReachable &&= !this.#lastFailure?.transient;
    }
    return isReachable;
  }

  async #send(batch: readonly Event[]): Promise<boolean> {
    const failure = await this.#post.send(batch);
    this.#lastFailure = failure ?? this.#lastFailure;
    return failure === null;
  }

  #failsTooOften(): boolean {
    const { failPercentThreshold = 5 } = this.#options;
    return this.#openRun().undelivered.count * 100 > failPercentThreshold * this.#recorded;
  }

  #reportEvent(report: Report): Event {
    const { run_id, created_by } = this.#openRun().spec;
    return {
      run_id,
      event_id: this.#lastEventId + 1,
      sample_id: null,
      type: "final_report",
      data: report,
      created_by,
      created_at: eventTimestamp(Date.now()),
    };
  }

  #failure(count: number): OaievalError {
    const what = count === 0 ? "the final report" : `${count} of ${this.#recorded} events`;
    const reason = this.#lastFailure?.reason ?? "unknown";
    return new OaievalError(`${what} could not be delivered to ${this.location}: ${reason}`, {
      where: this.#options.spoolPath,
      fix: "the file keeps them, one a line; post them again when the server takes them",
    });
  }

  #openRun(): Run {
    if (!this.#run) throw new Error("the sink is not open");
    return this.#run;
  }
}

interface Run {
  readonly spec: RunSpec;
  readonly undelivered: Undelivered;
}

function checkedUrl(text: string): URL {
  const fix = "--http-run-url takes an http:// or https:// URL without user name and password";
  if (!URL.canParse(text)) throw new ConfigError(`"${text}" is no URL`, { fix });
  const url = new URL(text);
  const isHttp = url.protocol === "http:" || url.protocol === "https:";
  if (isHttp && url.username === "" && url.password === "") return url;
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  throw new ConfigError(`events cannot be posted to "${shown}"`, { fix });
}

function checkedBatchSize(size: number): number {
  if (Number.isInteger(size) && size >= 1) return size;
  throw new ConfigError(`a batch cannot have ${size} events`, {
    fix: "--http-batch-size takes a whole number from 1",
  });
}
