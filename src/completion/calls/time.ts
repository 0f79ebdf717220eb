import { pause } from "../../core/abortable.ts";

/** A clock, in milliseconds. */
export interface Time {
  /** Only differences mean something. */
  now(): number;
  /** @throws the signal's reason as soon as it aborts */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The computer's clock; setting it anew does not change it. */
export const systemTime: Time = { now: () => performance.now(), wait: pause };
