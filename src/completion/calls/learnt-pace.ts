import { AnswerRate } from "./answer-rate.ts";

/** Nobody knows how an endpoint counts; this share of what it took before is safe. */
const CAUTION = 0.9;
/** A pause below this is none, in milliseconds. */
const SHORTEST = 1;
/** Longest pause between two requests that is tried out without evidence, in milliseconds. */
const LONGEST_GUESS = 1000;

/**
 * The pace that an endpoint's refusals teach: what it answered until it refused is what it takes in
 * the time from then until it may be asked again. Answers make the pace faster by a tenth in each
 * such time, so that a limit which was lifted is found out.
 */
export class LearntPace {
  #rate = new AnswerRate();
  #lesson: Lesson | undefined;
  #interval = 0;
  #growth = 1;
  #opensAt = Number.NEGATIVE_INFINITY;

  /** When the next request may begin. */
  get opensAt(): number {
    return this.#opensAt;
  }

  /** A request begins. */
  take(now: number): void {
    this.#opensAt = now + this.#interval;
  }

  /** @param startedAt when the answer was asked for */
  answered(startedAt: number, now: number): void {
    this.#lesson = undefined;
    this.#rate.add(startedAt, now);
    this.#interval /= this.#growth;
    if (this.#interval < SHORTEST) this.#interval = 0;
  }

  /** An answer came that was asked for before the endpoint refused. */
  answeredLate(): void {
    if (!this.#lesson) return;
    this.#learn({ ...this.#lesson, answers: this.#lesson.answers + 1 });
  }

  /**
   * The endpoint refuses for there are too many.
   *
   * @param startedAt when the refused request began
   * @param reopensAt when the endpoint may be asked again
   */
  refused(startedAt: number, reopensAt: number): void {
    const { answers, since } = this.#rate;
    this.#rate = new AnswerRate();
    const before = this.#lesson ?? { answers: 0, since: startedAt };
    this.#learn(answers > 0 ? { answers, since, reopensAt } : { ...before, reopensAt });
  }

  /** The endpoint fails for another reason: it is asked one by one until it answers. */
  hesitate(holdMs: number): void {
    this.#lesson = undefined;
    this.#guess(holdMs);
  }

  #guess(holdMs: number): void {
    this.#interval = Math.max(this.#interval, Math.min(holdMs, LONGEST_GUESS));
    this.#growth = 1.5;
  }

  #learn(lesson: Lesson): void {
    this.#lesson = lesson;
    const { answers, since, reopensAt } = lesson;
    if (answers === 0) {
      this.#guess(reopensAt - since);
      return;
    }
    this.#interval = (reopensAt - since) / (answers * CAUTION);
    this.#growth = 1 + 0.1 / answers;
  }
}

/** So many answers came of what was asked in this time. */
interface Lesson {
  readonly answers: number;
  readonly since: number;
  readonly reopensAt: number;
}
