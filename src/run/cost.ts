import type { Report } from "../core/report.ts";
import type { ModelTokens } from "../record/model-tokens.ts";
import type { Price, Prices } from "./prices.ts";

/** What the calls of a run cost, and why that is not known. */
export interface Cost {
  /** Empty without prices; with them `cost_usd`, null when it is not known. */
  readonly report: Report;
  /** What is missing, in words; undefined when nothing is. */
  readonly missing?: string;
}

/** Adds up what the tokens of all models cost, those of judges included. */
export function costOf(models: ReadonlyMap<string, ModelTokens>, prices: Prices): Cost {
  if (prices.size === 0) return { report: {} };
  const missing = whatIsMissing(models, prices);
  if (missing !== undefined) return { report: { cost_usd: null }, missing };
  const costs = [...models].map(([model, tokens]) => costOfModel(tokens, priceOf(model, prices)));
  const sum = costs.reduce((total, cost) => total + cost, 0);
  return { report: { cost_usd: Number(sum.toPrecision(12)) } };
}

/** Part of a sum would look like the whole. */
function whatIsMissing(
  models: ReadonlyMap<string, ModelTokens>,
  prices: Prices,
): string | undefined {
  const unknown = [...models.values()].reduce((sum, tokens) => sum + tokens.unknown, 0);
  const unpriced = [...models.keys()].filter((model) => !priceOf(model, prices));
  const named = unpriced.filter(Boolean).map((model) => `"${model}"`);
  if (named.length > 0) return `there is no price for ${named.join(", ")}`;
  if (unknown > 0) return `${unknown} calls did not tell how many tokens they took`;
  return unpriced.length > 0 ? "some calls did not tell which model answered" : undefined;
}

/** Providers answer with the name of a version, which ends in its date: it costs what the model does. */
function priceOf(model: string, prices: Prices): Price | undefined {
  return prices.get(model) ?? prices.get(model.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, ""));
}

function costOfModel({ input, cached, output }: ModelTokens, price: Price | undefined): number {
  if (!price) return 0;
  const millionths = input * price.input + cached * (price.cached ?? price.input);
  return (millionths + output * price.output) / 1e6;
}
