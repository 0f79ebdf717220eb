import { type ChatMessage, type ContentPart, contentText } from "../../core/prompt.ts";

/**
 * Messages of a chat as input of the Responses API. Speakers have no names there: those of examples
 * (`example_user`, `example_assistant`) become roles. Calls of tools and their results are items of
 * their own; a message without content is left out.
 */
export function toInput(messages: readonly ChatMessage[]): readonly object[] {
  return messages.flatMap(itemsOf);
}

function itemsOf(message: ChatMessage): object[] {
  const { tool_calls, tool_call_id } = message as ToolFields; // data rows may have these
  if (message.role === "tool") {
    return [{ type: "function_call_output", call_id: tool_call_id, output: contentText(message) }];
  }
  const calls = (tool_calls ?? []).map((call) => ({
    type: "function_call",
    call_id: call.id,
    name: call.function?.name,
    arguments: call.function?.arguments,
  }));
  return [...(isEmpty(message) ? [] : [messageItem(message)]), ...calls];
}

interface ToolFields {
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id?: string;
    readonly function?: { readonly name?: string; readonly arguments?: string };
  }[];
}

function isEmpty({ content }: ChatMessage): boolean {
  return content === null || content.length === 0;
}

function messageItem(message: ChatMessage): object {
  const role = EXAMPLE_ROLES[message.name ?? ""] ?? message.role;
  const { content } = message;
  // Parts of an answer have types of their own, and only text is among them.
  if (role === "assistant" || !Array.isArray(content))
    return { role, content: contentText(message) };
  return { role, content: content.map(inputPart) };
}

const EXAMPLE_ROLES: Readonly<Record<string, string>> = {
  example_user: "user",
  example_assistant: "assistant",
};

function inputPart(part: ContentPart): object {
  const { image_url, file } = part as MediaFields;
  switch (part.type) {
    case "text":
      return { type: "input_text", text: part.text };
    case "image_url":
      return {
        type: "input_image",
        image_url: image_url?.url,
        detail: image_url?.detail ?? "auto",
      };
    case "file":
      return { type: "input_file", ...file };
    default:
      return part;
  }
}

interface MediaFields {
  readonly image_url?: { readonly url?: string; readonly detail?: string };
  readonly file?: object;
}
