import { codePlace } from "../../core/code-place.ts";
import type { MetricResult } from "../../record/metric-event.ts";

/** Tells of each metric's first failure while a run goes on, so that nobody waits for its end. */
export class FirstFailures {
  readonly #warn: (message: string) => void;
  readonly #told = new Set<string>();

  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  /** Takes what a metric says of an answer; all but its first failure is passed over. */
  see({ metric, status, reason = "", details = {} }: MetricResult): void {
    if (status !== "failed" || this.#told.has(metric)) return;
    this.#told.add(metric);
    const failure = describeFailure(reason, details["stack"]);
    this.#warn(
      `"${metric}" failed: ${failure}; such scores are missing, and every reason is listed by: oaieval show LOG --metric ${metric}`,
    );
  }
}

/** A reason with the line of a user's code where it came up. */
export function describeFailure(reason: string, stack: unknown): string {
  const place = typeof stack === "string" ? codePlace(stack) : undefined;
  return place === undefined ? reason : `${reason} (${place})`;
}
