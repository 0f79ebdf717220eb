import type { Report } from "../core/report.ts";

/** Counts the tokens that `sampling` events tell of, those of judges also apart. */
export class UsageTotals {
  readonly #all = new Map<string, number>();
  readonly #judge = new Map<string, number>();
  #samplings = 0;
  #known = 0;

  /** Calls so far. */
  get samplings(): number {
    return this.#samplings;
  }

  /** Calls whose usage is known; that of the others is missing from the sums, not zero. */
  get known(): number {
    return this.#known;
  }

  /** Adds the data of a `sampling` event. */
  add(data: unknown): void {
    this.#samplings += 1;
    if (!isObject(data) || !("usage" in data) || !isObject(data.usage)) return;
    this.#known += 1;
    addLeaves(this.#all, data.usage);
    if ("purpose" in data && data.purpose === "judge") addLeaves(this.#judge, data.usage);
  }

  /** `usage_*` over all calls, as openai/evals has it, and of these `usage_judge_*` the judges'. */
  report(): Report {
    return Object.fromEntries([
      ...[...this.#all].map(([name, tokens]) => [`usage_${name}`, tokens]),
      ...[...this.#judge].map(([name, tokens]) => [`usage_judge_${name}`, tokens]),
    ]);
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
