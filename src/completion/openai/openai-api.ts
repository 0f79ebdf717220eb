import type { CompletionResult } from "../../core/completion.ts";
import type { Prompt } from "../../core/prompt.ts";
import type { TextRole } from "./openai-args.ts";
import type { RequestBody } from "./parameter-lesson.ts";

/** A part of the API: how it is asked, and how its answers are read. */
export interface OpenAIApi {
  readonly path: "/chat/completions" | "/completions" | "/responses";
  /** The field of the request that holds the prompt. */
  readonly field: "messages" | "prompt" | "input";
  /** What a stream has to be asked for beside itself. */
  readonly streamOptions: RequestBody;
  /** The prompt in the form of that field. */
  toField(prompt: Prompt, textRole: TextRole | undefined): unknown;
  /** Options with the names of the chat API in those of this one. */
  toOptions(options: RequestBody): RequestBody;
  /** The answer in the body of a response; undefined when there is none in it. */
  read(body: unknown): CompletionResult | undefined;
  /** A stream's events as the body that would have come in one piece; undefined when it was cut. */
  assemble(events: AsyncIterable<unknown>): Promise<unknown>;
}
