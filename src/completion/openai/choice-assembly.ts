import { z } from "zod";

const ToolCallPart = z.looseObject({ index: z.number().optional() });

const Part = z.object({
  index: z.number().default(0),
  delta: z.looseObject({ tool_calls: z.array(ToolCallPart).nullish() }).nullish(),
  text: z.string().nullish(),
  finish_reason: z.string().nullish(),
});

const Chunk = z.object({
  model: z.string().nullish(),
  usage: z.record(z.string(), z.unknown()).nullish(),
  choices: z.array(Part).nullish(),
});

/**
 * The chunks of a chat or text completion put together as the body of one that came whole.
 *
 * @returns undefined when the stream ended before every answer did
 */
export async function assembleChoices(chunks: AsyncIterable<unknown>): Promise<object | undefined> {
  const choices = new Map<number, GrowingChoice>();
  let model: string | undefined;
  let usage: Fields | undefined;
  for await (const chunk of chunks) {
    const { data } = Chunk.safeParse(chunk);
    model = data?.model ?? model;
    usage = data?.usage ?? usage;
    for (const part of data?.choices ?? []) {
      const choice = choices.get(part.index) ?? new GrowingChoice();
      choices.set(part.index, choice);
      choice.add(part);
    }
  }
  const all = [...choices].sort(([a], [b]) => a - b).map(([, choice]) => choice);
  if (all.length === 0 || !all.every(({ isWhole }) => isWhole)) return undefined;
  return { choices: all.map((choice) => choice.body()), model, usage };
}

type Fields = Record<string, unknown>;

/** A choice as far as it has come. */
class GrowingChoice {
  readonly #calls = new Map<number, Fields>();
  #message: Fields | undefined;
  #text: string | undefined;
  #finishReason: string | undefined;

  get isWhole(): boolean {
    return this.#finishReason !== undefined;
  }

  add({ delta, text, finish_reason }: z.infer<typeof Part>): void {
    if (typeof text === "string") this.#text = (this.#text ?? "") + text;
    if (finish_reason) this.#finishReason = finish_reason;
    if (!delta) return;
    const { tool_calls, ...fields } = delta;
    this.#message ??= {};
    append(this.#message, fields);
    for (const { index = this.#calls.size, ...part } of tool_calls ?? []) {
      const call = this.#calls.get(index) ?? {};
      this.#calls.set(index, call);
      append(call, part);
    }
  }

  body(): object {
    const calls = [...this.#calls.values()];
    const message = this.#message && { ...this.#message, tool_calls: calls };
    return { message, text: this.#text, finish_reason: this.#finishReason };
  }
}

/** Given once, but by some servers with every part. */
const GIVEN_ONCE = new Set(["role", "id", "type", "name"]);

/** Adds parts to what is there: texts grow, and objects do within. */
function append(fields: Fields, parts: Fields): void {
  for (const [name, part] of Object.entries(parts)) {
    const known = fields[name];
    if (part === null) continue;
    if (isFields(known) && isFields(part)) append(known, part);
    else if (grows(name, known) && typeof part === "string") fields[name] = known + part;
    else fields[name] = part;
  }
}

function grows(name: string, known: unknown): known is string {
  return typeof known === "string" && !GIVEN_ONCE.has(name);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
