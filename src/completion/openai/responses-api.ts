import { toMessages } from "../../core/prompt.ts";
import type { OpenAIApi } from "./openai-api.ts";
import { assembleResponse, readResponse } from "./responses-answer.ts";
import { toInput } from "./responses-input.ts";
import { toResponsesOptions } from "./responses-options.ts";

/** Responses, the API that OpenAI gives new features first. */
export const RESPONSES_API: OpenAIApi = {
  path: "/responses",
  field: "input",
  streamOptions: {},
  toField: (prompt, textRole) => toInput(toMessages(prompt, textRole)),
  toOptions: toResponsesOptions,
  read: readResponse,
  assemble: assembleResponse,
};
