import { orAborted } from "../../core/abortable.ts";
import { doubtfulParts, type Lesson, lessonOf, type RequestBody } from "./parameter-lesson.ts";

/** What a run learns about the parameters of its models; one for all completion functions. */
export class LearntParameters {
  readonly #models = new Map<string, ParameterLearning>();

  /** @param model the model with its endpoint: one name may mean two models in two places */
  of(model: string, warn: (message: string) => void): ParameterLearning {
    const known = this.#models.get(model);
    if (known) return known;
    const made = new ParameterLearning((refused, remedy) => {
      warn(`${model} refuses ${refused}: ${remedy}`);
    });
    this.#models.set(model, made);
    return made;
  }
}

/** An answer with the request that got it. */
export interface Sent<T> {
  readonly answer: T;
  readonly body: RequestBody;
}

/**
 * Sends requests to one model without what it has refused before. A request with parts that nobody
 * has tried yet goes alone, so that each part is refused at most once, whatever the concurrency.
 */
export class ParameterLearning {
  readonly #tell: (refused: string, remedy: string) => void;
  readonly #lessons = new Map<string, Lesson>();
  /** Parts of requests that nobody needs to wait for any more. */
  readonly #settled = new Set<string>();
  #probe: Promise<unknown> | undefined;

  constructor(tell: (refused: string, remedy: string) => void) {
    this.#tell = tell;
  }

  /** @throws what `transmit` throws when it is no refusal that teaches something */
  async send<T>(
    body: RequestBody,
    transmit: (body: RequestBody) => Promise<T>,
    signal: AbortSignal,
  ): Promise<Sent<T>> {
    for (;;) {
      const adapted = this.#adapt(body);
      const untried = doubtfulParts(adapted).filter((part) => !this.#settled.has(part));
      const isTried = untried.length === 0;
      if (!isTried && this.#probe !== undefined) {
        await orAborted(this.#probe, signal);
        continue;
      }
      const attempt = this.#attempt(adapted, untried, transmit);
      const sent = await (isTried ? attempt : this.#alone(attempt));
      if (sent) return sent;
      signal.throwIfAborted();
    }
  }

  #adapt(body: RequestBody): RequestBody {
    let adapted = body;
    for (const lesson of this.#lessons.values()) adapted = lesson.apply(adapted);
    return adapted;
  }

  /** @returns undefined when the refusal taught something, and it is worth trying again */
  async #attempt<T>(
    body: RequestBody,
    untried: readonly string[],
    transmit: (body: RequestBody) => Promise<T>,
  ): Promise<Sent<T> | undefined> {
    try {
      const answer = await transmit(body);
      this.#settle(untried);
      return { answer, body };
    } catch (error) {
      const lesson = lessonOf(error, body);
      if (lesson) return this.#learn(lesson);
      // Where nothing answers, one call after another would each wait for its own time limit.
      if (Object(error).status === undefined) this.#settle(untried);
      throw error;
    }
  }

  async #alone<T>(attempt: Promise<T>): Promise<T> {
    const done = attempt.catch(() => {});
    this.#probe = done;
    try {
      return await attempt;
    } finally {
      this.#probe = undefined;
    }
  }

  #settle(parts: readonly string[]): void {
    for (const part of parts) this.#settled.add(part);
  }

  #learn(lesson: Lesson): undefined {
    if (this.#lessons.has(lesson.refused)) return;
    this.#lessons.set(lesson.refused, lesson);
    this.#tell(lesson.refused, lesson.remedy);
  }
}
