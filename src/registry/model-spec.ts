import { aiSdkProvider } from "../completion/ai-sdk/ai-sdk-providers.ts";
import { isTextModel } from "../completion/model-kind.ts";
import type { ClassSpec, EntryPlace } from "../core/spec.ts";

/**
 * The model that a name means: one of the AI SDK where it begins with a provider's name, unless an
 * endpoint of one's own is set, whose models may be called so; else one of OpenAI's API, a chat model
 * but for those that only complete text.
 */
export async function modelSpec(name: string): Promise<ClassSpec & EntryPlace> {
  const { hasOwnBaseUrl } = await import("../completion/openai/openai-client.ts");
  if (aiSdkProvider(name) && !hasOwnBaseUrl()) return spec(name, "builtin:ai-sdk");
  const cls = isTextModel(name) ? "builtin:openai-text" : "builtin:openai-chat";
  return spec(name, cls);
}

/** Whether a leading `openai/` belongs to the model's name, its endpoint knows. */
function spec(name: string, cls: string): ClassSpec & EntryPlace {
  const args = { model: name };
  return { key: name, group: "", registry_path: "", cls, args, file: name, line: 0 };
}
