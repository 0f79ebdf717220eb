import { describeError } from "../core/errors.ts";
import type { RunResult } from "../run/execute-run.ts";
import { printable, truncate } from "./display-width.ts";
import { gateLines } from "./gate-lines.ts";
import type { Io } from "./io.ts";
import { quoteCommand } from "./quote-command.ts";
import { reportLines, signatureLines } from "./report.ts";
import { type Style, styleFor } from "./style.ts";

const ERRORS_SHOWN = 5;

/** A finished run as lines for a person; the last ones say where its log is. */
export function resultLines(result: RunResult, io: Io): string[] {
  const style = styleFor(io.stdout, io.env);
  return [
    "",
    ...reportLines(result.report, style),
    ...signatureLines(result.spec, style),
    ...lackingLines(result, style),
    ...errorLines(result, style),
    ...gateLines([{ name: "", gates: result.gates }], style),
    ...endingLines(result, style),
    ...logLines(result, style),
    ...goOnLines(result),
  ];
}

/** A finished run as JSON: what ran, the report with the primary metric in front, the log. */
export function resultJson(result: RunResult): unknown {
  const { spec, report, primaryMetric, gates, logPath, failure } = result;
  return {
    eval: spec.eval_name,
    completion_fns: spec.completion_fns,
    run_id: spec.run_id,
    primary_metric: primaryMetric ?? null,
    report,
    gates,
    log: logPath ?? null,
    ...(failure === undefined ? {} : { failure: describeError(failure) }),
  };
}

function lackingLines({ report, primaryMetric }: RunResult, style: Style): string[] {
  if (primaryMetric === undefined || primaryMetric in report) return [];
  return [
    style.warn(`the eval names "${primaryMetric}" as its first metric, and the report has none`),
  ];
}

function errorLines({ errors, report }: RunResult, style: Style): string[] {
  const shown = errors.slice(0, ERRORS_SHOWN).map(({ sampleId, type, message }) => {
    const text = truncate(printable(`${type}: ${message}`), 200);
    return `  ${style.bad(sampleId)}  ${text}`;
  });
  const left = Number(report["samples/errors"]) - shown.length;
  return left > 0 && shown.length > 0 ? [...shown, style.dim(`  and ${left} more`)] : shown;
}

function endingLines({ failure, stopReason }: RunResult, style: Style): string[] {
  if (failure !== undefined) return [style.bad(`failed   ${describeError(failure)}`)];
  if (stopReason === undefined) return [];
  return [style.warn(`stopped  ${String(stopReason)}; the report covers what was judged`)];
}

/** Whether samples are missing or failed that its log could be resumed for. */
export function isUnfinished({ spec, logPath, report }: RunResult): boolean {
  const samples = Number(report["samples/skipped"]) + Number(report["samples/errors"]);
  const left = samples + Number(report["aggregation/failed"] ?? 0);
  const isOnce = "scored_from" in spec.run_config || "stream" in spec.run_config;
  return logPath !== undefined && left > 0 && !isOnce;
}

/** How to go on with what is left. */
function goOnLines(result: RunResult): string[] {
  const { logPath = "" } = result;
  return isUnfinished(result) ? [`go on    ${quoteCommand(["oaieval", "resume", logPath])}`] : [];
}

function logLines({ logPath, location }: RunResult, style: Style): string[] {
  if (location === undefined) return [];
  if (logPath === undefined) return [`events   ${location}`];
  return [`log      ${logPath}`, style.dim(`next     oaieval show ${logPath}`)];
}
