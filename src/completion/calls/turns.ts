import { type ChatMessage, type Prompt, toMessages, toText } from "../../core/prompt.ts";

/**
 * A prompt for a system that wants turns of user and assistant behind at most a few system messages:
 * examples become turns, system messages behind the first turn and any other role are the user's, and
 * where no turn is left the last system message is one. Names are left out.
 */
export function toTurns(prompt: Prompt): readonly ChatMessage[] {
  const messages = toMessages(prompt).map(({ content, ...who }) => ({
    role: roleOf(who),
    content: content ?? "",
  }));
  const firstTurn = messages.findIndex(({ role }) => role !== "system");
  const lastHead = firstTurn === -1 ? messages.length - 1 : firstTurn;
  return messages.map(({ role, content }, index) => ({
    role: role === "system" && index >= lastHead ? "user" : role,
    content,
  }));
}

/** A prompt as one text for a system that takes no chat: each message after its speaker, on a line. */
export function toPlainText(prompt: Prompt): string {
  const text = toText(prompt, { forCompletion: false });
  return typeof prompt !== "string" && prompt.length > 1 ? text.replace(/\n$/, "") : text;
}

function roleOf({ role, name }: Omit<ChatMessage, "content">): "system" | "user" | "assistant" {
  if (name === "example_user") return "user";
  if (role === "assistant" || name === "example_assistant") return "assistant";
  return role === "system" || role === "developer" ? "system" : "user";
}
