import { toText } from "../core/prompt.ts";
import type { LoggedSample } from "../record/log-samples.ts";
import { withoutControls, wrap } from "./display-width.ts";
import { figure } from "./figure.ts";
import type { Style } from "./style.ts";

const LABEL_WIDTH = 10;
/** A prompt may be a book; its beginning and end tell what it was. */
const TEXT_LINES = 14;

/** How lines look: their colours, and the columns that there are. */
export interface Look {
  readonly style: Style;
  readonly columns: number;
}

/** One sample of a log as lines for a person. */
export function sampleLines(sample: LoggedSample, look: Look): string[] {
  const { style } = look;
  const { sampleId, repeat, prompt, answer, expected, failed, why, metrics, error } = sample;
  const unscored = Object.entries(sample.failedMetrics);
  const mark = failed || unscored.length > 0 ? style.bad("✗") : style.good("✓");
  const name = repeat === undefined ? sampleId : `${sampleId} (repeat ${repeat})`;
  const measured = Object.entries(metrics).filter(([, value]) => typeof value === "number");
  return [
    `${mark} ${style.bold(name)}${why ? `  ${withoutControls(why)}` : ""}`,
    ...field("prompt", prompt === null ? null : toText(prompt, { forCompletion: false }), look),
    ...field("answer", answer, look),
    ...field("expected", expected, look),
    ...field("metrics", measured.map(([key, value]) => `${key} ${figure(value)}`).join(", "), look),
    ...unscored.flatMap(([metric, reason]) => field("failed", `${metric}: ${reason}`, look)),
    ...field("error", error ? `${error.type}: ${error.message}` : null, look),
  ];
}

/** A labelled value as lines; none where there is nothing to show. */
export function field(label: string, value: unknown, { style, columns }: Look): string[] {
  if (value === null || value === undefined || (value === "" && label !== "answer")) return [];
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const indent = " ".repeat(LABEL_WIDTH + 2);
  const lines = withoutControls(text)
    .split("\n")
    .flatMap((line) => wrap(line, columns - indent.length));
  const [first = "", ...rest] = shorten(lines);
  return [
    `  ${style.dim(label.padEnd(LABEL_WIDTH))}${first === "" ? style.dim("(empty)") : first}`,
    ...rest.map((line) => (indent + line).trimEnd()),
  ];
}

function shorten(lines: readonly string[]): readonly string[] {
  if (lines.length <= TEXT_LINES) return lines;
  const half = TEXT_LINES / 2;
  const left = lines.length - 2 * half;
  return [...lines.slice(0, half), `… ${left} lines …`, ...lines.slice(-half)];
}
