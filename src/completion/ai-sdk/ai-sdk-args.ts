import { z } from "zod";
import { AI_SDK_PROVIDERS, aiSdkProvider } from "./ai-sdk-providers.ts";

const number = z.number().nullable().optional();
const integer = z.int().nullable().optional();

/** Options of every call, put over those that the eval asks for; null leaves an option out. */
export const CallSettings = z.object({
  temperature: number,
  top_p: number,
  top_k: number,
  max_tokens: integer,
  stop: z
    .union([z.string(), z.array(z.string())])
    .nullable()
    .optional(),
  seed: integer,
  presence_penalty: number,
  frequency_penalty: number,
});

/** Arguments of the function that asks a model by the AI SDK. */
export const AiSdkArgs = z
  .strictObject({
    /** Provider and model, as in `anthropic/claude-sonnet-4-5`; with `provider` the model alone. */
    model: z.string().min(1),
    /** Package and export that make another provider: `@openrouter/ai-sdk-provider:createOpenRouter`. */
    provider: z
      .string()
      .regex(/^.+:\w+$/, { error: 'is no "package:export"' })
      .optional(),
    /** @default the provider's own address */
    base_url: z.string().optional(),
    /** @default what the provider's own variable holds, or `api_key_env` */
    api_key: z.string().optional(),
    /** Environment variable that holds the key. */
    api_key_env: z.string().optional(),
    /** Headers of every request. */
    headers: z.record(z.string(), z.string()).optional(),
    /** Anything else that the provider is made with, in its own names: a region, a project. */
    settings: z.record(z.string(), z.unknown()).optional(),
    /** Options of each call that the provider alone knows, below its name. */
    provider_options: z.record(z.string(), z.record(z.string(), z.json())).optional(),
    ...CallSettings.shape,
  })
  .refine(({ model, provider }) => provider !== undefined || aiSdkProvider(model) !== undefined, {
    path: ["model"],
    error: `begins with no provider; known are ${Object.keys(AI_SDK_PROVIDERS).join(", ")}`,
  });

/** See the schema of the same name. */
export type AiSdkArgs = z.infer<typeof AiSdkArgs>;
