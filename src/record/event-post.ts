import { setTimeout as wait } from "node:timers/promises";
import { jsonText } from "./json-text.ts";

const FIRST_PAUSE = 500;
const LONGEST_EXPLANATION = 200;

/** How persistently a batch is sent. */
export interface PostOptions {
  /** Tries of one batch, the first included. @default 4 */
  readonly tries?: number | undefined;
  /** Longest wait for one answer, in milliseconds. @default 10_000 */
  readonly timeoutMs?: number | undefined;
  /** Waits between two tries. @default a timer */
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined;
}

/** Why a batch is not known to have arrived. */
export interface PostFailure {
  readonly reason: string;
  /** Whether another try could go better. */
  readonly transient: boolean;
}

/** Posts batches as JSON arrays, again and again where that can help. */
export class EventPost {
  readonly #url: string;
  readonly #redact: (text: string) => string;
  readonly #tries: number;
  readonly #timeoutMs: number;
  readonly #pause: (milliseconds: number) => Promise<unknown>;

  /** @param redact takes secrets out of what is sent */
  constructor(
    url: string,
    redact: (text: string) => string,
    { tries = 4, timeoutMs = 10_000, pause = wait }: PostOptions = {},
  ) {
    this.#url = url;
    this.#redact = redact;
    this.#tries = tries;
    this.#timeoutMs = timeoutMs;
    this.#pause = pause;
  }

  /**
   * Sends a batch until the server takes it, with pauses that double from half a second. What broke
   * off after it was sent may arrive twice.
   *
   * @returns why it failed, or null when the server has the batch
   */
  async send(batch: readonly object[]): Promise<PostFailure | null> {
    const body = this.#redact(jsonText(batch));
    for (let attempt = 1; ; attempt++) {
      const failure = await this.#try(body);
      if (!failure?.transient || attempt >= this.#tries) return failure;
      await this.#pause(FIRST_PAUSE * 2 ** (attempt - 1));
    }
  }

  async #try(body: string): Promise<PostFailure | null> {
    try {
      const response = await fetch(this.#url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      if (!response.ok) return await refusal(response);
      await response.body?.cancel();
      return null;
    } catch (error) {
      return { reason: transportReason(error, this.#timeoutMs), transient: true };
    }
  }
}

async function refusal(response: Response): Promise<PostFailure> {
  const { status } = response;
  const [explanation = ""] = (await response.text()).trim().split("\n", 1);
  return {
    reason: `it answered ${status} ${explanation.slice(0, LONGEST_EXPLANATION)}`.trim(),
    transient: status >= 500 || status === 408 || status === 429,
  };
}

/** `fetch` hides what happened in the cause of a plain "fetch failed". */
function transportReason(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `it did not answer within ${timeoutMs / 1000} s`;
  const { cause } = error;
  return cause instanceof Error && cause.message ? cause.message : error.message;
}
