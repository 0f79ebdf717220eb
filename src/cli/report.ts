import type { Report } from "../core/report.ts";
import type { RunSpec } from "../core/spec.ts";
import { counted } from "./counted.ts";
import { figure } from "./figure.ts";
import { duration } from "./progress.ts";
import { resultKeys } from "./result-keys.ts";
import type { Style } from "./style.ts";
import { type Cell, table } from "./table.ts";
import { costLine, tokensLine } from "./usage-lines.ts";

/** A report as lines for a person: each figure with its uncertainty, then counts, tokens and time. */
export function reportLines(report: Report, style: Style): string[] {
  const figures = figureLines(report, style);
  return [
    ...figures,
    ...(figures.length > 0 ? [""] : []),
    ...[
      samplesLine(report, style),
      noAnswerLine(report, style),
      tokensLine(report),
      costLine(report),
      timeLine(report),
    ].filter(Boolean),
  ];
}

/** Which definition made which numbers, a line each. */
export function signatureLines({ run_config }: RunSpec, style: Style): string[] {
  const signatures = Object.entries(Object(run_config["signatures"]));
  return signatures.map(([name, signature]) => style.dim(`by       ${name}: ${signature}`));
}

/** The figure's 95 % interval as text; empty where there is none. */
export function interval(report: Report, key: string): string {
  const low = report[`${key}.ci95_low`];
  const high = report[`${key}.ci95_high`];
  return typeof low === "number" && typeof high === "number"
    ? `${figure(low)} to ${figure(high)}`
    : "";
}

/** Whether figures were to be expected: a flow without aggregation nodes has outputs alone. */
export function isUnmeasured(report: Report): boolean {
  return resultKeys(report).length === 0 && report["aggregation/nodes"] !== 0;
}

function whyUnmeasured(report: Report): string {
  const what = report["samples/total"] === 0 ? "samples" : "metrics";
  return `no ${what}: nothing was measured`;
}

function figureLines(report: Report, style: Style): string[] {
  const keys = resultKeys(report);
  if (keys.length === 0) return isUnmeasured(report) ? [style.warn(whyUnmeasured(report))] : [];
  const rows = keys.map((key): Cell[] => {
    const error = report[`${key}.stderr`];
    return [
      key,
      figure(report[key]),
      typeof error === "number" ? `± ${figure(error)}` : "",
      interval(report, key),
      lacking(report, key),
    ];
  });
  const heads = ["metric", "value", "std. error", "95 % interval", "missing"];
  const isLacking = rows.some((row) => row.at(-1) !== "");
  const columns = isLacking ? heads.length : heads.length - 1;
  const [head = "", first = "", ...rest] = table(
    heads.slice(0, columns),
    rows.map((row) => row.slice(0, columns)),
  );
  return [style.dim(head), style.bold(first), ...rest];
}

/** How many samples are not in a mean: `3 of 200`, and of these how many made their metric fail. */
function lacking(report: Report, key: string): string {
  const missing = Number(report[`${key}.missing`] ?? 0);
  if (missing === 0) return "";
  const failed = Number(report[`${key}.failed`] ?? 0);
  const total = missing + Number(report[`${key}.count`] ?? 0);
  return `${missing} of ${total}${failed > 0 ? `, ${failed} failed` : ""}`;
}

function samplesLine(report: Report, style: Style): string {
  const count = (name: string) => Number(report[`samples/${name}`] ?? 0);
  const parts = [`${count("scored")} of ${count("total")} scored`];
  const errors = counted(count("errors"), "error");
  parts.push(count("errors") > 0 ? style.bad(errors) : errors);
  for (const name of ["invalid", "skipped"]) {
    if (count(name) > 0) parts.push(style.bad(`${count(name)} ${name}`));
  }
  return `samples  ${parts.join(" · ")}`;
}

/** Calls that came back empty, with the reasons: `length` is mended by a higher limit. */
function noAnswerLine(report: Report, style: Style): string {
  const total = Number(report["run/no_answer"] ?? 0);
  if (total === 0) return "";
  const prefix = "run/no_answer/";
  const reasons = Object.keys(report)
    .filter((key) => key.startsWith(prefix))
    .map((key) => `${report[key]} ${key.slice(prefix.length)}`);
  const cure = `${prefix}length` in report ? "; more room: --completion-args max_tokens=N" : "";
  return `answers  ${style.warn(`${total} empty: ${reasons.join(", ")}${cure}`)}`;
}

function timeLine(report: Report): string {
  const parts = [duration(Number(report["run/wall_s"] ?? 0))];
  const requests = Number(report["run/requests"] ?? 0);
  const retries = Number(report["run/retries"] ?? 0);
  const waited = Number(report["run/wait_s"] ?? 0);
  if (requests > 0) parts.push(counted(requests, "request"));
  if (retries > 0) {
    parts.push(`${retries} sent again after ${duration(waited)} of waiting`);
  } else if (waited >= 1) parts.push(`${duration(waited)} of waiting for limits`);
  const cached = report["run/cached"];
  if (typeof cached === "number") parts.push(`${cached} answers from the cache`);
  return `time     ${parts.join(" · ")}`;
}
