import type { Job, Outcome } from "../core/sample.ts";

/** Passes outcomes on in the order in which their jobs began, however long each of them takes. */
export class InOrder {
  readonly #pass: (outcome: Outcome) => Promise<void>;
  readonly #begun: string[] = [];
  readonly #ended = new Map<string, Outcome>();

  constructor(pass: (outcome: Outcome) => Promise<void>) {
    this.#pass = pass;
  }

  began(job: Job): void {
    this.#begun.push(keyOf(job));
  }

  /** Passes it on as soon as all that began before it has ended. */
  async ended(outcome: Outcome): Promise<void> {
    this.#ended.set(keyOf(outcome), outcome);
    while (this.#ended.has(this.#begun[0] ?? "")) await this.#passFirst();
  }

  /** Passes on what waits for jobs that were cancelled. */
  async end(): Promise<void> {
    while (this.#begun.length > 0) await this.#passFirst();
  }

  async #passFirst(): Promise<void> {
    const key = this.#begun.shift() ?? "";
    const outcome = this.#ended.get(key);
    this.#ended.delete(key);
    if (outcome) await this.#pass(outcome);
  }
}

function keyOf({ sampleId, repeat = 0 }: Pick<Job, "sampleId" | "repeat">): string {
  return `${repeat} ${sampleId}`;
}
