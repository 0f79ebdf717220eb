import { toMessages } from "../../core/prompt.ts";
import { assembleChoices } from "./choice-assembly.ts";
import { readAnswer } from "./openai-answer.ts";
import type { OpenAIApi } from "./openai-api.ts";

/** Chat completions. */
export const CHAT_API: OpenAIApi = {
  path: "/chat/completions",
  field: "messages",
  streamOptions: { stream_options: { include_usage: true } },
  toField: toMessages,
  toOptions: (options) => options,
  read: readAnswer,
  assemble: assembleChoices,
};
