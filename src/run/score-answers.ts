import type { CallContext } from "../core/completion.ts";
import { CompletionError } from "../core/errors.ts";
import type { EventDraft } from "../core/event.ts";
import { type ChatMessage, contentText, type Prompt, toText } from "../core/prompt.ts";
import type { DataFile } from "../core/row-source.ts";
import type { SampleRecorder } from "../core/sample-recorder.ts";
import { errorParts } from "../record/error-parts.ts";
import type { OutcomeReader } from "../record/outcome-reader.ts";
import type { Log } from "../record/read-log.ts";
import { type Fields, subjectAnswers } from "../record/subject-answers.ts";
import { indexOf } from "./jobs.ts";

/** Where answers are read, and who hears what is doubtful about them. */
export interface AnswersOptions {
  readonly log: Log;
  readonly reader: OutcomeReader;
  warn(message: string): void;
}

/**
 * The answers of the function under test that a log has. A question gets the answer of the same
 * sample to the same question; where the data is the same, one that is put in other words gets the
 * sample's next answer.
 */
export class LoggedAnswers {
  readonly #options: AnswersOptions;
  /** Goes with the sample, whose answers nobody needs when it is judged. */
  readonly #samples = new WeakMap<SampleRecorder, Promise<Answers>>();
  #isSameData = false;
  #isOtherwiseAsked = false;

  constructor(options: AnswersOptions) {
    this.#options = options;
  }

  /** Tells which data the samples are of; without it, or with other data, questions must be the same. */
  compareData(files: readonly Pick<DataFile, "sha256">[]): void {
    const logged = new Set(this.#options.log.spec.run_config.data.map(({ sha256 }) => sha256));
    this.#isSameData = files.length > 0 && files.every(({ sha256 }) => logged.has(sha256));
  }

  /**
   * What was logged of the answer to a sample's question; each answer is given once.
   *
   * @throws {CompletionError} when the log has none
   */
  async take(prompt: Prompt, call: CallContext): Promise<Fields> {
    const known = this.#samples.get(call.record) ?? this.#read(call);
    this.#samples.set(call.record, known);
    const { left, failure, total } = await known;

    const place = left.findIndex((answer) => isSameQuestion(prompt, answer["prompt"]));
    if (place < 0 && left.length > 0 && this.#isSameData) this.#warnOnce();
    const [answer] = left.splice(Math.max(0, place), place >= 0 || this.#isSameData ? 1 : 0);
    if (answer) return answer;
    throw new CompletionError(reasonOf({ left, failure, total }), { code: "not_in_log" });
  }

  async #read({ sampleId, repeat }: CallContext): Promise<Answers> {
    const { log, reader } = this.#options;
    const { base_eval, split } = log.spec;
    const logged = `${base_eval}.${split}.${indexOf(sampleId)}`;
    const inRepeat = await reader.read(logged, repeat);
    const events =
      inRepeat.length > 0 || repeat > 0 ? inRepeat : await reader.read(logged, undefined);
    const left = [...subjectAnswers(events)];
    return { left, total: left.length, failure: failureIn(events) };
  }

  #warnOnce(): void {
    if (this.#isOtherwiseAsked) return;
    this.#isOtherwiseAsked = true;
    this.#options.warn(
      "the eval asks in other words than the log's run did; its answers are to those",
    );
  }
}

interface Answers {
  /** Those that no question has got yet. */
  readonly left: Fields[];
  readonly total: number;
  /** Why the sample failed then. */
  readonly failure: string | undefined;
}

function failureIn(events: readonly EventDraft[]): string | undefined {
  const error = events.find(({ type }) => type === "error");
  if (!error) return undefined;
  const { type, message } = errorParts(error.data);
  return `${type}: ${message}`;
}

function reasonOf({ left, failure, total }: Answers): string {
  if (left.length > 0)
    return "the log has no answer to this question: the data or the eval has changed";
  if (failure !== undefined)
    return `the log has no answer for this sample: it failed then, ${failure}`;
  if (total === 0) return "the log has no answer for this sample";
  return `the eval asks more than the log has answers for this sample: ${total}`;
}

/** Whether two prompts have the same texts; roles and form may be as an endpoint wanted them. */
function isSameQuestion(asked: Prompt, logged: unknown): boolean {
  if (typeof logged === "string") {
    return logged === toText(asked) || logged === toText(asked, { forCompletion: false });
  }
  return Array.isArray(logged) && textsOf(asked).join("\0") === textsOf(logged).join("\0");
}

function textsOf(prompt: Prompt): string[] {
  return typeof prompt === "string" ? [prompt] : prompt.map(textOf);
}

function textOf(message: ChatMessage): string {
  const { content } = message;
  const isText = typeof content === "string" || content === null || Array.isArray(content);
  return isText ? contentText(message) : ""; // a log of others may have anything
}
