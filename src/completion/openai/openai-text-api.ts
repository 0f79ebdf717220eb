import { toText } from "../../core/prompt.ts";
import { assembleChoices } from "./choice-assembly.ts";
import { readAnswer } from "./openai-answer.ts";
import type { OpenAIApi } from "./openai-api.ts";

/** Completions of text. */
export const TEXT_API: OpenAIApi = {
  path: "/completions",
  field: "prompt",
  streamOptions: { stream_options: { include_usage: true } },
  toField: (prompt) => toText(prompt),
  toOptions: (options) => options,
  read: readAnswer,
  assemble: assembleChoices,
};
