import { z } from "zod";
import { EndpointArgs } from "./openai-client.ts";

const number = z.number().nullable().optional();
const integer = z.int().nullable().optional();
const text = z.string().nullable().optional();

/** Options of every call, put over those that the eval asks for; null leaves an option out. */
export const CallOptions = z.object({
  temperature: number,
  top_p: number,
  n: integer,
  max_tokens: integer,
  max_completion_tokens: integer,
  stop: z
    .union([z.string(), z.array(z.string())])
    .nullable()
    .optional(),
  seed: integer,
  presence_penalty: number,
  frequency_penalty: number,
  logit_bias: z.record(z.string(), z.number()).nullable().optional(),
  reasoning_effort: text,
  verbosity: text,
  service_tier: text,
  response_format: z.record(z.string(), z.unknown()).nullable().optional(),
});

/** Arguments that say what is asked for in each call. */
export const RequestArgs = z.strictObject({
  ...CallOptions.shape,
  /** Ask for the answer piece by piece, where an endpoint gives it in no other way. */
  stream: z.boolean().optional(),
  /** Any other options of the API; they win over all others, and null leaves one out. */
  extra_options: z.record(z.string(), z.unknown()).optional(),
  /** Fields of the request that are sent as they are, null as well. */
  extra_body: z.record(z.string(), z.unknown()).optional(),
  /** Size of the model's context, in tokens: existing registries state it, nothing depends on it. */
  n_ctx: z.int().optional(),
});

/** See the schema of the same name. */
export type RequestArgs = z.infer<typeof RequestArgs>;

/** Who speaks a prompt that is plain text. @default "system", as in openai/evals */
export const TextRole = z.enum(["system", "user"]);
export type TextRole = z.infer<typeof TextRole>;

/** Arguments of the functions that ask a model by OpenAI's protocol. */
export const OpenAIArgs = z.strictObject({
  /** As the endpoint names it; before api.openai.com a leading `openai/` is taken off. */
  model: z.string().min(1),
  ...EndpointArgs.shape,
  ...RequestArgs.shape,
});

/** See the schema of the same name. */
export type OpenAIArgs = z.infer<typeof OpenAIArgs>;
