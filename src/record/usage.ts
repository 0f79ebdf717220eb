import type { Report } from "../core/report.ts";
import { type ModelTokens, TokensByModel } from "./model-tokens.ts";

/**
 * Counts the tokens that `sampling` and `embedding` events tell of: what was paid, of it the
 * judges', and what not.
 */
export class UsageTotals {
  readonly #all = new CallTotals();
  readonly #judge = new CallTotals();
  readonly #cached = new CallTotals();
  readonly #byModel = new TokensByModel();

  /** Paid calls so far. */
  get samplings(): number {
    return this.#all.calls;
  }

  /** Calls whose usage is known; that of the others is missing from the sums, not zero. */
  get known(): number {
    return this.#all.calls - this.#all.unknown;
  }

  /** Tokens by the name that the provider has for the model. */
  get models(): ReadonlyMap<string, ModelTokens> {
    return this.#byModel.models;
  }

  /** Adds the data of a `sampling` or `embedding` event. */
  add(data: unknown): void {
    const { usage, purpose, model, cached }: Readonly<Record<string, unknown>> = Object(data);
    const told = isObject(usage) ? usage : undefined;
    if (cached === true) {
      this.#cached.add(told);
      return;
    }
    this.#all.add(told);
    if (purpose === "judge") this.#judge.add(told);
    this.#byModel.add(model, told);
  }

  /**
   * `usage_*` over all paid calls, as openai/evals has it, and of these `usage_judge_*` the judges';
   * apart from both `usage_cached_*`, what answers of earlier runs saved. `unknown` counts the calls
   * that told no usage, where there are such.
   */
  report(): Report {
    return {
      ...this.#all.report("usage_"),
      ...this.#judge.report("usage_judge_"),
      ...this.#cached.report("usage_cached_"),
    };
  }
}

class CallTotals {
  readonly #tokens = new Map<string, number>();
  calls = 0;
  unknown = 0;

  add(usage: object | undefined): void {
    this.calls += 1;
    if (usage) addLeaves(this.#tokens, usage);
    else this.unknown += 1;
  }

  report(prefix: string): Report {
    const figures = [
      ...this.#tokens,
      ...(this.unknown > 0 ? [["unknown", this.unknown] as const] : []),
    ];
    return Object.fromEntries(figures.map(([name, tokens]) => [prefix + name, tokens]));
  }
}

/** Adds the numbers at any depth, named by the way to them: `prompt_tokens_details_cached_tokens`. */
function addLeaves(totals: Map<string, number>, usage: object, prefix = ""): void {
  for (const [key, value] of Object.entries(usage)) {
    const name = prefix + key;
    if (isObject(value)) addLeaves(totals, value, `${name}_`);
    else if (Number.isFinite(value)) totals.set(name, (totals.get(name) ?? 0) + value);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
