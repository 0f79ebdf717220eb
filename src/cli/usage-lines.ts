import type { Report } from "../core/report.ts";
import { figure } from "./figure.ts";

/**
 * Tokens of all paid calls, of these a judge's, calls that told none, and what the cache saved; empty
 * where none did tell.
 */
export function tokensLine(report: Report): string {
  const all = tokens(report, "usage_");
  const judge = tokens(report, "usage_judge_");
  const unknown = Number(report["usage_unknown"] ?? 0);
  const saved = report["usage_cached_total_tokens"];
  const parts = [
    all,
    judge && `judge ${judge}`,
    unknown > 0 && all && `unknown for ${unknown} calls`,
    typeof saved === "number" && `${saved} saved by the cache`,
  ].filter(Boolean);
  return parts.length > 0 ? `tokens   ${parts.join(" · ")}` : "";
}

/** What the run cost, as a line for a person; empty where no prices are known. */
export function costLine(report: Report): string {
  if (!("cost_usd" in report)) return "";
  return `cost     ${dollars(report["cost_usd"])}`;
}

/** An amount with four digits that matter: `$0.0123`; `n/a` where it is not known. */
export function dollars(amount: unknown): string {
  return typeof amount === "number" ? `$${Number(amount.toPrecision(4))}` : figure(null);
}

/** The first two make the sum; the others are parts of these, shown where there are some. */
const PARTS = [
  ["prompt_tokens", "prompt"],
  ["completion_tokens", "completion"],
  ["prompt_tokens_details_cached_tokens", "cached"],
  ["completion_tokens_details_reasoning_tokens", "reasoning"],
] as const;

function tokens(report: Report, prefix: string): string {
  const sum = report[`${prefix}total_tokens`];
  if (typeof sum !== "number") return "";
  const parts = PARTS.map(([name, word]) => ({ count: report[prefix + name], word }))
    .filter(({ count }, place) => place < 2 || Number(count ?? 0) > 0)
    .map(({ count, word }) => `${figure(count)} ${word}`);
  return `${sum} (${parts.join(", ")})`;
}
