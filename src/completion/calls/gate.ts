import { CompletionError } from "../../core/errors.ts";
import { onAbort } from "../../core/on-abort.ts";
import { AdaptiveConcurrency } from "./adaptive-concurrency.ts";
import { Alarm } from "./alarm.ts";
import type { AnnouncedLimits } from "./announced-limits.ts";
import { Budget } from "./budget.ts";
import { CallStats } from "./call-stats.ts";
import { LearntPace } from "./learnt-pace.ts";
import type { Limits } from "./limits.ts";
import { Pace } from "./pace.ts";
import { systemTime, type Time } from "./time.ts";
import { isUnreachable } from "./unreachable.ts";
import { WaitMeter } from "./wait-meter.ts";

/** How a gate is kept. */
export interface GateSettings {
  /** Requests at the same time, at most. */
  readonly concurrency: number;
  /** Always let so many through, also when the endpoint cannot keep up. @default false */
  readonly isFixed?: boolean | undefined;
  /** Longest pause that an endpoint is granted, in milliseconds. @default 600_000 */
  readonly longestHoldMs?: number | undefined;
  /** Counts who waits, and how long. */
  readonly stats?: CallStats | undefined;
  /** Is told why requests wait that nobody has refused. */
  readonly onHold?: ((notice: HoldNotice) => void) | undefined;
  /** @default the computer's clock */
  readonly time?: Time | undefined;
}

/** Why requests wait, and how long for now. */
export interface HoldNotice {
  readonly reason: string;
  readonly waitMs: number;
}

/** Who wants to ask. */
export interface Visitor {
  readonly signal: AbortSignal;
  /** Tokens that the request may take; asked for where they are limited. */
  readonly tokens?: (() => number) | undefined;
}

/**
 * The way to one model of one endpoint. Everybody who asks it passes here, so that a limit which one
 * request runs into holds all of them, and what waited goes on one by one and not all at once.
 */
export class Gate {
  readonly #name: string;
  readonly #settings: GateSettings;
  readonly #time: Time;
  readonly #concurrency: AdaptiveConcurrency;
  readonly #budget: Budget;
  readonly #learnt = new LearntPace();
  readonly #queue = new Set<Waiter>();
  readonly #told = new Set<string>();
  readonly #alarm: Alarm;
  readonly #meter: WaitMeter;
  #requests: Pace | undefined;
  #tokens: Pace | undefined;
  #limits: Limits = {};
  #closedUntil = Number.NEGATIVE_INFINITY;
  /** Pauses in a row that nobody asked for by their length. */
  #guesses = 0;
  #underWay = 0;
  /** Connections that did not come about before the first that did; from then on undefined. */
  #unreached: number | undefined = 0;

  /** @param name who is asked, for messages */
  constructor(name: string, settings: GateSettings) {
    const { concurrency, isFixed, longestHoldMs = 600_000, stats, time = systemTime } = settings;
    this.#name = name;
    this.#settings = { ...settings, longestHoldMs };
    this.#time = time;
    this.#concurrency = new AdaptiveConcurrency(concurrency, isFixed);
    this.#budget = new Budget(longestHoldMs);
    this.#alarm = new Alarm(time, () => this.#letIn());
    this.#meter = new WaitMeter(stats ?? new CallStats(), time);
  }

  /** Whether nobody has ever been reached, in several tries. */
  get leadsNowhere(): boolean {
    return this.#unreached !== undefined && this.#unreached >= SEVERAL;
  }

  /** Lets no more through than these; the lowest of several limits counts. */
  restrict({ rpm, tpm, concurrency }: Limits): void {
    if (rpm !== undefined && rpm < (this.#limits.rpm ?? Number.POSITIVE_INFINITY)) {
      this.#requests = new Pace(rpm);
      this.#limits = { ...this.#limits, rpm };
    }
    if (tpm !== undefined && tpm < (this.#limits.tpm ?? Number.POSITIVE_INFINITY)) {
      this.#tokens = new Pace(tpm);
      this.#limits = { ...this.#limits, tpm };
    }
    if (concurrency !== undefined) this.#concurrency.lower(concurrency);
  }

  /** Takes note of what the endpoint says is left. */
  hear(limits: AnnouncedLimits): void {
    this.#budget.hear(limits, this.#time.now());
  }

  /**
   * Does work when it may be done.
   *
   * @throws the signal's reason when it aborts before
   */
  async pass<T>({ signal, tokens }: Visitor, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const place = await this.#enter({ signal, tokens });
    try {
      const answer = await work();
      this.#unreached = undefined;
      this.#answered(place, tokensOf(answer));
      return answer;
    } catch (error) {
      if (error instanceof CompletionError) this.#failed(place, error);
      throw error;
    } finally {
      this.#underWay--;
      this.#letIn();
    }
  }

  #enter({ signal, tokens }: Visitor): Place | Promise<Place> {
    const now = this.#time.now();
    if (this.#queue.size === 0 && this.#opensAt() <= now) return this.#take(tokens, now);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#queue.delete(waiter);
        reject(signal.reason);
        this.#letIn();
      };
      const enter = (place: Place) => {
        stopListening();
        resolve(place);
      };
      const waiter = { tokens, enter };
      const stopListening = onAbort(signal, leave);
      this.#queue.add(waiter);
      this.#letIn();
    });
  }

  #letIn(): void {
    const now = this.#time.now();
    let opensAt = this.#opensAt();
    for (const waiter of this.#queue) {
      if (opensAt > now) break;
      this.#queue.delete(waiter);
      waiter.enter(this.#take(waiter.tokens, now));
      opensAt = this.#opensAt();
    }
    const isEmpty = this.#queue.size === 0;
    this.#alarm.set(isEmpty ? Number.POSITIVE_INFINITY : opensAt);
    const isHeld = Number.isFinite(opensAt) || this.#concurrency.isReduced;
    this.#meter.set(isHeld ? this.#queue.size : 0);
    if (!isEmpty && Number.isFinite(opensAt)) this.#tellWhy(opensAt, now);
  }

  /** When the next may begin; infinity when another one must end before. */
  #opensAt(): number {
    if (this.#underWay >= this.#concurrency.limit) return Number.POSITIVE_INFINITY;
    return Math.max(
      this.#closedUntil,
      this.#learnt.opensAt,
      this.#budget.opensAt(this.#underWay),
      this.#requests?.opensAt ?? Number.NEGATIVE_INFINITY,
      this.#tokens?.opensAt ?? Number.NEGATIVE_INFINITY,
    );
  }

  #take(estimate: Visitor["tokens"], now: number): Place {
    const tokens = this.#tokens === undefined ? 0 : (estimate?.() ?? 0);
    this.#underWay++;
    this.#learnt.take(now);
    this.#requests?.take(1, now);
    this.#tokens?.take(tokens, now);
    return { startedAt: now, round: this.#concurrency.round, tokens };
  }

  #answered({ startedAt, round, tokens }: Place, spent: number | undefined): void {
    this.#concurrency.grow(this.#underWay);
    if (round < this.#concurrency.round) this.#learnt.answeredLate();
    else {
      this.#guesses = 0;
      this.#learnt.answered(startedAt, this.#time.now());
    }
    if (spent === undefined) return;
    this.#budget.spent(spent);
    this.#tokens?.correct(spent - tokens);
  }

  #failed({ startedAt, round, tokens }: Place, error: CompletionError): void {
    if (!isUnreachable(error)) this.#unreached = undefined;
    else if (this.#unreached !== undefined) this.#unreached++;
    this.#tokens?.correct(-tokens);
    const isTrouble = error.kind === "timeout" || isBusy(error);
    if (!isTrouble && error.retryAfterMs === undefined) return;
    const isFirst = this.#concurrency.shrink(round);
    const holdMs = error.retryAfterMs ?? this.#guessMs(isFirst && isBusy(error));
    if (holdMs === undefined || holdMs > Number(this.#settings.longestHoldMs)) return;

    this.#closedUntil = Math.max(this.#closedUntil, this.#time.now() + holdMs);
    if (!isFirst) return;
    if (error.status === TOO_MANY) this.#learnt.refused(startedAt, this.#closedUntil);
    else this.#learnt.hesitate(holdMs);
  }

  /** How long to leave an endpoint alone that does not say it itself. */
  #guessMs(isNeeded: boolean): number | undefined {
    return isNeeded ? guessedHoldMs(this.#guesses++) : undefined;
  }

  /** Says each reason once; of refusals who asked hears already. */
  #tellWhy(opensAt: number, now: number): void {
    if (opensAt === this.#closedUntil || opensAt === this.#learnt.opensAt) return;
    const reason = `${this.#name}: ${this.#whyUntil(opensAt)}`;
    if (this.#told.has(reason)) return;
    this.#told.add(reason);
    this.#settings.onHold?.({ reason, waitMs: opensAt - now });
  }

  #whyUntil(opensAt: number): string {
    const { rpm, tpm } = this.#limits;
    if (opensAt === this.#requests?.opensAt) return `limited to ${rpm} requests a minute`;
    if (opensAt === this.#tokens?.opensAt) return `limited to ${tpm} tokens a minute`;
    return "nothing is left of its limit, as it says itself";
  }
}

/** Somebody who waits. */
interface Waiter {
  readonly tokens: Visitor["tokens"];
  enter(place: Place): void;
}

/** A request under way. */
interface Place {
  readonly startedAt: number;
  readonly round: number;
  /** What it was thought to take. */
  readonly tokens: number;
}

const SEVERAL = 2;

const TOO_MANY = 429;

/** Statuses of endpoints that have too much to do. */
const BUSY = new Set([TOO_MANY, 503, 529]);

function isBusy({ kind, status }: CompletionError): boolean {
  return kind === "transient" && status !== undefined && BUSY.has(status);
}

/** Between a half and the whole of 0.5 · 2ᵏ s, at most 30 s, with k counted from 0. */
function guessedHoldMs(guesses: number): number {
  return (0.5 + Math.random() / 2) * Math.min(30_000, 500 * 2 ** guesses);
}

function tokensOf(answer: unknown): number | undefined {
  const tokens: unknown = Object(Object(answer).usage).total_tokens;
  return typeof tokens === "number" && Number.isFinite(tokens) ? tokens : undefined;
}
