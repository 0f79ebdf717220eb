import { describeError } from "../core/errors.ts";
import type { Report } from "../core/report.ts";
import type { EvalsResult, EvalsRow } from "../run/run-evals.ts";
import { counted } from "./counted.ts";
import { printable, truncate } from "./display-width.ts";
import { figure } from "./figure.ts";
import { type GatedRun, gateLines } from "./gate-lines.ts";
import type { Io } from "./io.ts";
import { interval } from "./report.ts";
import { isUnfinished, resultJson } from "./result.ts";
import { resultKeys } from "./result-keys.ts";
import { type Style, styleFor } from "./style.ts";
import { type Cell, table } from "./table.ts";

/** Several runs as one table: a line an eval, and a column for each completion function. */
export function rowsLines({ rows, left }: EvalsResult, io: Io): string[] {
  const style = styleFor(io.stdout, io.env);
  const columns = [...new Set(rows.map(columnOf))];
  const [head = "", ...lines] = columns.length > 1 ? sideBySide(rows, columns) : oneColumn(rows);
  return [
    "",
    style.dim(head),
    ...lines,
    ...rows.flatMap((row) => faultLines(row, style)),
    ...gateLines(rows.map(gatesOf), style),
    ...logLines(rows, style),
    ...leftLines({ rows, left }, style),
  ];
}

/** Several runs as JSON. */
export function rowsJson(rows: readonly EvalsRow[]): unknown {
  return rows.map((row) =>
    row.result
      ? { ...Object(resultJson(row.result)), resumed: row.resumed }
      : { eval: row.eval, completion_fns: row.completionFns, error: describeError(row.error) },
  );
}

function oneColumn(rows: readonly EvalsRow[]): string[] {
  return table(
    ["eval", "metric", "value", "95 % interval", "scored", "errors"],
    rows.map((row): Cell[] => {
      if (!row.result) return [row.eval, "could not run", "", "", "", ""];
      const { report } = row.result;
      const key = leadingKey(row.result);
      const counts = [Number(report["samples/scored"]), Number(report["samples/errors"])];
      return [row.eval, key, figure(report[key]), interval(report, key), ...counts];
    }),
  );
}

function sideBySide(rows: readonly EvalsRow[], columns: readonly string[]): string[] {
  const names = [...new Set(rows.map((row) => row.eval))];
  const lines = names.map((name): Cell[] => {
    const ofEval = rows.filter((row) => row.eval === name);
    const result = ofEval.find((row) => row.result)?.result;
    const key = result ? leadingKey(result) : "";
    const cells = columns.map((column) => {
      const row = ofEval.find((candidate) => columnOf(candidate) === column);
      if (!row) return "not run";
      return row.result ? valueCell(row.result.report, key) : "could not run";
    });
    return [name, key, ...cells];
  });
  return table(["eval", "metric", ...columns], lines);
}

function valueCell(report: Report, key: string): string {
  const range = interval(report, key);
  return range ? `${figure(report[key])} (${range})` : figure(report[key]);
}

function leadingKey({ report, primaryMetric }: NonNullable<EvalsRow["result"]>): string {
  if (primaryMetric !== undefined && primaryMetric in report) return primaryMetric;
  return resultKeys(report)[0] ?? "";
}

function gatesOf(row: EvalsRow): GatedRun {
  return { name: nameOf(row), gates: row.result?.gates ?? [] };
}

function nameOf(row: EvalsRow): string {
  return `${row.eval} (${columnOf(row)})`;
}

function columnOf({ completionFns }: EvalsRow): string {
  return completionFns.join(",");
}

/** Why a run could not begin or ended early, and one of the errors of its samples. */
function faultLines(row: EvalsRow, style: Style): string[] {
  return faultsOf(row).map((fault) => style.bad(`${nameOf(row)}: ${fault}`));
}

function faultsOf({ result, error }: EvalsRow): string[] {
  if (!result) return [describeError(error)];
  const { report, errors, failure } = result;
  const count = Number(report["samples/errors"]);
  const [example] = errors;
  const reason = example && printable(`${example.type}: ${example.message}`);
  return [
    ...(count > 0 && reason
      ? [truncate(`${counted(count, "error")}, such as ${reason}`, 200)]
      : []),
    ...(failure === undefined ? [] : [`ended early: ${describeError(failure)}`]),
  ];
}

function leftLines({ rows, left }: EvalsResult, style: Style): string[] {
  const isUnfinishedRow = ({ result }: EvalsRow) => result !== undefined && isUnfinished(result);
  if (left === 0 && !rows.some(isUnfinishedRow)) return [];
  const stopped = `stopped  ${left} of ${rows.length + left} runs were not begun`;
  return [
    "",
    ...(left > 0 ? [style.warn(stopped)] : []),
    "go on    add --resume to the same command",
  ];
}

function logLines(rows: readonly EvalsRow[], style: Style): string[] {
  const logs = rows.flatMap(({ result }) =>
    result?.logPath ? [`${result.logPath}${style.dim(originOf(result))}`] : [],
  );
  return logs.length === 0 ? [] : ["", "logs", ...logs.map((path) => `  ${path}`)];
}

function originOf({ resumed }: NonNullable<EvalsRow["result"]>): string {
  if (!resumed) return "";
  return resumed.left === 0 ? "  (done before)" : "  (gone on with)";
}
