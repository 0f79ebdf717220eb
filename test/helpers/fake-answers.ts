import type { CompletionReply, FakeRequest } from "./fake-openai.ts";

const USAGE = { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 };

/** What a completion looks like at the endpoint that was asked. */
export function bodyOf(reply: CompletionReply, request: FakeRequest): object {
  const endpoint = endpointOf(request);
  if (endpoint === "responses") return responseOf(reply, request);
  const { text, model = request.body.model, usage = USAGE } = reply;
  const choices = [text]
    .flat()
    .map((content, index) => choiceOf(reply, { endpoint, content, index }));
  const object = endpoint === "chat" ? "chat.completion" : "text_completion";
  return { id: "cmpl-1", object, created: 1764542000, model, choices, usage };
}

/** The same as the events of a stream; usage is told when it is asked for. */
export function eventsOf(reply: CompletionReply, request: FakeRequest): unknown[] {
  const endpoint = endpointOf(request);
  if (endpoint === "responses") return responseEvents(responseOf(reply, request));
  const { text, model = request.body.model, usage = USAGE, finish_reason = "stop" } = reply;
  const chunk = (fields: object) => ({ id: "cmpl-1", created: 1764542000, model, ...fields });
  const parts = [text].flat().flatMap((content, index) => {
    const { message } = choiceOf(reply, { endpoint, content, index });
    const pieces =
      endpoint === "chat" ? deltasOf(message) : halves(content).map((half) => ({ text: half }));
    const end = endpoint === "chat" ? { delta: {} } : { text: "" };
    return [...pieces, { ...end, finish_reason }].map((piece) => ({ index, ...piece }));
  });
  const wantsUsage = request.body.stream_options?.include_usage === true;
  return [
    ...parts.map((part) => chunk({ choices: [part] })),
    ...(wantsUsage ? [chunk({ choices: [], usage })] : []),
  ];
}

type Endpoint = "chat" | "text" | "responses";

function endpointOf({ path }: FakeRequest): Endpoint {
  const { pathname } = new URL(path, "http://localhost");
  if (pathname.endsWith("/responses")) return "responses";
  return pathname.endsWith("/chat/completions") ? "chat" : "text";
}

interface Choice {
  readonly endpoint: Endpoint;
  readonly content: string | null;
  readonly index: number;
}

function choiceOf(reply: CompletionReply, { endpoint, content, index }: Choice) {
  const { finish_reason = "stop", reasoning, refusal, tool_calls } = reply;
  if (endpoint === "text") return { index, finish_reason, text: content };
  const message = { role: "assistant", content, refusal, reasoning_content: reasoning, tool_calls };
  return { index, finish_reason, message };
}

/** A message piece by piece: texts in halves, calls with their arguments in halves. */
function deltasOf(message: object = {}): object[] {
  return Object.entries(message).flatMap(([name, value]) => {
    if (name === "tool_calls") return callDeltas(value ?? []);
    if (typeof value !== "string" || name === "role") return [{ delta: { [name]: value } }];
    return halves(value).map((half) => ({ delta: { [name]: half } }));
  });
}

function callDeltas(calls: readonly object[]): object[] {
  return calls.flatMap((call, index) => {
    const { function: fn, ...rest } = call as { function: { name: string; arguments: string } };
    const [first, second] = halves(fn.arguments);
    return [
      { index, ...rest, function: { name: fn.name, arguments: first } },
      { index, function: { arguments: second } },
    ].map((part) => ({ delta: { tool_calls: [part] } }));
  });
}

function halves(text: string | null): string[] {
  const middle = Math.ceil((text ?? "").length / 2);
  return text === null ? [] : [text.slice(0, middle), text.slice(middle)];
}

function responseOf(reply: CompletionReply, { body }: FakeRequest) {
  const { text, model = body.model, usage = USAGE, finish_reason = "stop" } = reply;
  const { reasoning, refusal, tool_calls = [] } = reply;
  const incomplete = { length: "max_output_tokens", content_filter: "content_filter" };
  const reason = incomplete[finish_reason as keyof typeof incomplete];
  const parts = [
    ...[text].flat().flatMap((each) => (each === null ? [] : { type: "output_text", text: each })),
    ...(refusal === undefined ? [] : [{ type: "refusal", refusal }]),
  ];
  const summary = [{ type: "summary_text", text: reasoning }];
  return {
    id: "resp_1",
    object: "response",
    status: reason ? "incomplete" : "completed",
    incomplete_details: reason ? { reason } : null,
    error: null,
    model,
    output: [
      ...(reasoning === undefined ? [] : [{ type: "reasoning", id: "rs_1", summary }]),
      ...(parts.length > 0 ? [{ type: "message", role: "assistant", content: parts }] : []),
      ...tool_calls.map((call) => functionCall(call)),
    ],
    usage: usage && responseUsage(usage as typeof USAGE),
  };
}

function functionCall(call: object): object {
  const { id, function: fn } = call as { id: string; function: object };
  return { type: "function_call", call_id: id, ...fn };
}

function responseUsage(usage: typeof USAGE): object {
  return {
    input_tokens: usage.prompt_tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: usage.completion_tokens,
    output_tokens_details: { reasoning_tokens: 1 },
    total_tokens: usage.total_tokens,
  };
}

function responseEvents(response: ReturnType<typeof responseOf>): unknown[] {
  return [
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    { type: "response.output_text.delta", delta: "…" },
    { type: `response.${response.status}`, response },
  ];
}
