import { toText } from "../core/prompt.ts";
import type { LoggedMetricResult } from "../record/metric-event.ts";
import { figure } from "./figure.ts";
import { field, type Look } from "./sample-lines.ts";

/** What a metric says of one sample as lines for a person. */
export function metricLines(title: string, result: LoggedMetricResult, look: Look): string[] {
  const { status, scores, reason, details, judgeCalls } = result;
  const { style } = look;
  const shown = status === "scored" ? style.good(status) : style.bad(status);
  const figures = Object.entries(scores).map(([key, value]) => `${key} ${figure(value)}`);
  return [
    `${style.bold(title)}  ${shown}  ${figures.join(", ")}`.trimEnd(),
    ...field("reason", reason, look),
    ...field("details", details, look),
    ...judgeCalls.flatMap(({ prompt, sampled }) => [
      ...field("asked", promptText(prompt), look),
      ...field("verdict", Array.isArray(sampled) ? sampled[0] : sampled, look),
    ]),
  ];
}

/** A log of others may have anything. */
function promptText(prompt: unknown): string {
  if (typeof prompt === "string") return prompt;
  return Array.isArray(prompt) ? toText(prompt, { forCompletion: false }) : JSON.stringify(prompt);
}
