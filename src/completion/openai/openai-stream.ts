import type { OpenAI } from "openai";

/** Whether an answer is a stream of events, whatever was asked for. */
export function isEventStream(contentType = ""): boolean {
  return /^text\/event-stream\b/i.test(contentType);
}

/**
 * The events of a stream, each parsed.
 *
 * @throws {APIConnectionError} when the connection breaks
 * @throws {APIError} when an event is an error
 */
export async function* eventsOf(response: Response, client: OpenAI): AsyncGenerator<unknown> {
  const [{ APIConnectionError, APIError }, { Stream }] = await Promise.all([
    import("openai"),
    import("openai/streaming"),
  ]);
  try {
    yield* Stream.fromSSEResponse<unknown>(response, new AbortController(), client);
  } catch (cause) {
    if (!(cause instanceof Error) || cause instanceof APIError || cause instanceof SyntaxError) {
      throw cause;
    }
    throw new APIConnectionError({ message: "the stream broke off", cause });
  }
}
