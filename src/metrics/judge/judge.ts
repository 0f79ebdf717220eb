import type { ZodType } from "zod";
import { z } from "zod";
import type { CompletionFn, CompletionParams } from "../../core/completion.ts";
import type { Answer, SampleContext } from "../../core/eval.ts";
import type { ChatMessage } from "../../core/prompt.ts";
import { schemaFaults } from "../../core/schema-faults.ts";
import { firstObject, isCutShort } from "./answer-json.ts";
import { isAboutForm } from "./form-refusal.ts";
import { type Unread, UnreadableVerdict } from "./unreadable-verdict.ts";

/** One step of judging. */
export interface JudgeRequest<T> {
  /** What the step is called, in logs. */
  readonly step: string;
  readonly messages: readonly ChatMessage[];
  /** What the answer must be, an object. */
  readonly answer: ZodType<T>;
  /** Options of the call; null takes one out. */
  readonly params: CompletionParams;
}

/** Who judges. It learns whether the form of its answers can be asked for as a JSON schema. */
export class Judge {
  readonly #fn: CompletionFn;
  readonly #retries: number;
  #takesSchemas = true;

  /** @param retries how often it is asked again when its answer cannot be read */
  constructor(fn: CompletionFn, retries: number) {
    this.#fn = fn;
    this.#retries = retries;
  }

  /**
   * Asks for an object. An answer that is none is complained of, and asked for again.
   *
   * @throws {UnreadableVerdict} when none of the answers can be read
   * @throws {CompletionError} when there is no answer
   */
  async ask<T>(request: JudgeRequest<T>, ctx: SampleContext): Promise<T> {
    let { messages } = request;
    for (let retries = 0; ; retries++) {
      const answer = await this.#askOnce({ ...request, messages }, ctx);
      const reading = read(answer, request.answer);
      if (reading.success) return reading.value;
      if (retries >= this.#retries) {
        throw unreadable(answer, reading.complaint, { step: request.step, retries });
      }
      messages = [...request.messages, ...objection(answer, reading.complaint)];
    }
  }

  async #askOnce<T>(request: JudgeRequest<T>, ctx: SampleContext): Promise<Answer> {
    const { messages } = request;
    const params = withoutNull(request.params);
    const options = { fn: this.#fn, purpose: "judge" } as const;
    if (!this.#takesSchemas) return ctx.complete(messages, params, options);
    const withForm = withoutNull({ ...formOf(request), ...request.params });
    try {
      return await ctx.complete(messages, withForm, options);
    } catch (error) {
      if (!isAboutForm(error)) throw error;
      this.#takesSchemas = false;
      return ctx.complete(messages, params, options);
    }
  }
}

function withoutNull(params: CompletionParams): CompletionParams {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
}

/** The option of the OpenAI API that asks for an object of this form. */
function formOf<T>({ step, answer }: JudgeRequest<T>): CompletionParams {
  const { $schema: _, ...schema } = z.toJSONSchema(answer);
  const json_schema = { name: step, strict: true, schema };
  return { response_format: { type: "json_schema", json_schema } };
}

type Reading<T> =
  | { readonly success: true; readonly value: T }
  | { readonly success: false; readonly complaint: string };

function read<T>({ text }: Answer, schema: ZodType<T>): Reading<T> {
  const object = firstObject(text);
  if (object === undefined) return { success: false, complaint: withoutObject(text) };
  const parsed = schema.safeParse(object);
  if (parsed.success) return { success: true, value: parsed.data };
  const faults = schemaFaults(parsed.error, object).slice(0, MOST_FAULTS);
  const complaint = faults.map(({ place, text: fault }) => `"${place}" ${fault}`).join("; ");
  return { success: false, complaint };
}

/** More of them would be the same fault in each element of a list. */
const MOST_FAULTS = 5;

function withoutObject(text: string): string {
  return isCutShort(text) ? "its JSON object does not end" : "there is no JSON object in it";
}

/** Some endpoints refuse an empty turn. */
function objection({ text }: Answer, complaint: string): ChatMessage[] {
  const content = `This answer cannot be used: ${complaint}. Answer again with just the JSON object, in the form that was asked for.`;
  const turn = { role: "user", content };
  return text.trim() === "" ? [turn] : [{ role: "assistant", content: text }, turn];
}

function unreadable(
  { text, finish_reason }: Answer,
  complaint: string,
  asked: Pick<Unread, "step" | "retries">,
): UnreadableVerdict {
  return new UnreadableVerdict({
    ...asked,
    verdict: text,
    complaint,
    finish_reason: finish_reason ?? null,
    isCutShort: finish_reason === "length" || isCutShort(text),
  });
}
