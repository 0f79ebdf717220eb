import type { ModelMessage } from "ai";
import { CompletionError } from "../../core/errors.ts";
import type { ChatMessage, ContentPart } from "../../core/prompt.ts";

/**
 * Turns in the AI SDK's form.
 *
 * @throws {CompletionError} for parts other than text and images
 */
export function toModelMessages(turns: readonly ChatMessage[]): ModelMessage[] {
  return turns.map(({ role, content }) => {
    const parts = Array.isArray(content) ? content.map(toPart) : content;
    return { role, content: parts } as ModelMessage; // the role says which parts there may be
  });
}

interface ImagePart extends ContentPart {
  readonly image_url?: { readonly url?: string };
}

function toPart(part: ImagePart): object {
  if (part.type === "text") return { type: "text", text: part.text ?? "" };
  if (part.type === "image_url" && part.image_url?.url) {
    return { type: "image", image: part.image_url.url };
  }
  throw new CompletionError(`a part of type "${part.type}" cannot be sent by the AI SDK`, {
    fix: "parts may be text and image_url",
  });
}
