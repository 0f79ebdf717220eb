import { z } from "zod";

const ToolCall = z.object({
  function: z.object({ name: z.string().min(1), arguments: z.union([z.string(), z.object({})]) }),
});

/** Whether a call of the OpenAI chat API is whole: it has a name, and its arguments are a JSON object. */
export function isToolCall(call: unknown): boolean {
  const { success, data } = ToolCall.safeParse(call);
  if (!success) return false;
  const { arguments: args } = data.function;
  return typeof args !== "string" || isJsonObject(args);
}

/** A call without arguments may have an empty text. */
function isJsonObject(text: string): boolean {
  if (text === "") return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
