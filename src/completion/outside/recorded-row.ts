import { createHash } from "node:crypto";
import { z } from "zod";
import type { CallContext } from "../../core/completion.ts";
import { DataError } from "../../core/errors.ts";
import { type ChatMessage, contentText, type Prompt, toMessages } from "../../core/prompt.ts";
import { stableJson } from "../calls/completion-result.ts";

/** An answer that was given before, with what it is found by. */
export interface RecordedAnswer {
  readonly completions: readonly string[];
  readonly model?: string | undefined;
  readonly finish_reason?: string | undefined;
  readonly promptKey: string | undefined;
  readonly sampleKey: string | undefined;
}

/** A row of one's own, as a message shows it. */
export const EXAMPLE_ROW = '{"prompt": "Peru?", "completion": "Lima"}';

const Texts = z.union([z.string(), z.array(z.string())]);

const Message = z.looseObject({
  role: z.string(),
  name: z.string().optional(),
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]).nullable(),
});

const Asked = z.union([z.string(), z.array(Message)]);

const Sampling = z.object({
  type: z.literal("sampling"),
  sample_id: z.string().nullish(),
  data: z.object({
    prompt: Asked.catch([]),
    sampled: Texts.catch([]),
    model: z.string().optional().catch(undefined),
    finish_reason: z.string().optional().catch(undefined),
    purpose: z.enum(["judge"]).optional().catch(undefined),
  }),
});

/** Lines of a log that hold no answer. */
const OtherLine = z.union([
  z.object({ spec: z.looseObject({}) }),
  z.object({ final_report: z.unknown() }).required(),
  z.object({ run_id: z.string(), event_id: z.number(), type: z.string() }),
]);

const Own = z
  .looseObject({
    prompt: Asked.optional(),
    sample_id: z.string().optional(),
    completion: Texts.optional(),
    completions: Texts.optional(),
  })
  .refine(({ prompt, sample_id }) => prompt !== undefined || sample_id !== undefined)
  .refine(({ completion, completions }) => completion !== undefined || completions !== undefined);

/**
 * The answer that a row holds: an event of a log, or a row of one's own.
 *
 * @param where the row's place
 * @returns undefined for another line of a log
 * @throws {DataError} when it is neither
 */
export function readRecord(row: unknown, where: string): RecordedAnswer | undefined {
  const { data: sampling } = Sampling.safeParse(row);
  if (sampling) return ofLog(sampling);
  if (OtherLine.safeParse(row).success) return undefined;
  const { data: own } = Own.safeParse(row);
  if (!own) {
    throw new DataError("this row records no answer", {
      where,
      fix: `name the log of a run, or write rows such as ${EXAMPLE_ROW}`,
    });
  }
  const { prompt, sample_id, completion, completions = completion ?? [] } = own;
  return {
    completions: [completions].flat(),
    promptKey: prompt === undefined ? undefined : promptKey(prompt),
    sampleKey: sample_id === undefined ? undefined : sampleKey({ sampleId: sample_id }),
  };
}

function ofLog({ sample_id, data }: z.infer<typeof Sampling>): RecordedAnswer {
  const { prompt, sampled, model, finish_reason, purpose } = data;
  const id = sample_id ?? undefined;
  return {
    completions: [sampled].flat(),
    model,
    finish_reason,
    promptKey: promptKey(prompt),
    sampleKey: id === undefined ? undefined : sampleKey({ sampleId: id, purpose }),
  };
}

/**
 * What equal prompts have in common: the same turns of the same speakers. A text is the system
 * message that it is sent as, and parts that are text count as one.
 */
export function promptKey(prompt: Prompt): string {
  const messages = toMessages(prompt).map(({ role, name, content }) => ({
    role,
    name,
    content: plainContent({ role, content }),
  }));
  return createHash("sha256").update(stableJson(messages)).digest("base64");
}

/** What calls of one sample have in common; those of a judge are apart. */
export function sampleKey({
  sampleId,
  purpose,
}: Pick<CallContext, "sampleId" | "purpose">): string {
  return JSON.stringify([sampleId, purpose]);
}

function plainContent(message: ChatMessage): ChatMessage["content"] {
  const { content } = message;
  const isText = Array.isArray(content) && content.every(({ type }) => type === "text");
  return isText ? contentText(message) : content;
}
