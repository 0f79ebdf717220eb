/** What the calls of one model came to. */
export interface ModelTokens {
  /** Tokens of prompts that were charged in full. */
  readonly input: number;
  /** Tokens of prompts that the provider had in its cache. */
  readonly cached: number;
  /** Tokens of answers, reasoning included. */
  readonly output: number;
  /** Calls that told no tokens; theirs are missing from the sums. */
  readonly unknown: number;
}

const NONE: ModelTokens = { input: 0, cached: 0, output: 0, unknown: 0 };

/** Counts the tokens of each model, for what they cost. */
export class TokensByModel {
  readonly #models = new Map<string, ModelTokens>();

  /** By the name that the provider has for the model; calls that tell none are under "". */
  get models(): ReadonlyMap<string, ModelTokens> {
    return this.#models;
  }

  /** Adds a call by the `model` and `usage` of its event. */
  add(model: unknown, usage: object | undefined): void {
    const name = typeof model === "string" ? model : "";
    const before = this.#models.get(name) ?? NONE;
    const told = usage && tokensOf(usage);
    this.#models.set(name, told ? sum(before, told) : { ...before, unknown: before.unknown + 1 });
  }
}

/**
 * OpenAI has two sets of names, that of chat completions and that of responses; embeddings have no
 * output, and their total is that of the texts.
 */
function tokensOf(usage: object): ModelTokens | undefined {
  const prompt = numberIn(usage, "prompt_tokens") ?? numberIn(usage, "input_tokens");
  const output =
    numberIn(usage, "completion_tokens") ?? numberIn(usage, "output_tokens") ?? noOutput(usage);
  if (prompt === undefined || output === undefined) return undefined;
  const details = fieldOf(usage, "prompt_tokens_details") ?? fieldOf(usage, "input_tokens_details");
  const cached = Math.min(prompt, numberIn(details, "cached_tokens") ?? 0);
  return { input: prompt - cached, cached, output, unknown: 0 };
}

function noOutput(usage: object): 0 | undefined {
  const total = numberIn(usage, "total_tokens");
  const isWhole = total !== undefined && total === numberIn(usage, "prompt_tokens");
  return isWhole ? 0 : undefined;
}

function sum(a: ModelTokens, b: ModelTokens): ModelTokens {
  return {
    input: a.input + b.input,
    cached: a.cached + b.cached,
    output: a.output + b.output,
    unknown: a.unknown + b.unknown,
  };
}

function numberIn(data: unknown, name: string): number | undefined {
  const value = fieldOf(data, name);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function fieldOf(data: unknown, name: string): unknown {
  return Object(data)[name];
}
