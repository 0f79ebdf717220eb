import { describeError } from "../core/errors.ts";
import type { RunResult } from "../run/execute-run.ts";
import type { EvalsRow } from "../run/run-evals.ts";
import { counted } from "./counted.ts";
import { escapeMarkdown } from "./escape-markdown.ts";
import { figure } from "./figure.ts";
import { gateFigure, whyNotMet } from "./gate-lines.ts";
import { interval } from "./report.ts";
import { resultKeys } from "./result-keys.ts";
import { dollars } from "./usage-lines.ts";

const ERRORS_SHOWN = 5;

/** Runs as the Markdown of a step summary; nothing in it that came from outside can be markup. */
export function githubSummary(rows: readonly EvalsRow[]): string {
  return `${rows.map((row) => [heading(row), ...body(row)].join("\n")).join("\n\n")}\n`;
}

function heading({ eval: name, completionFns, result }: EvalsRow): string {
  const isGood = result?.gates.every(({ passed }) => passed);
  const mark = result?.gates.length === 0 ? "" : `${isGood ? "✅" : "❌"} `;
  return `### ${mark}${escapeMarkdown(name)} · ${escapeMarkdown(completionFns.join(", "))}\n`;
}

function body({ result, error }: EvalsRow): string[] {
  if (!result) return [`could not run: ${escapeMarkdown(describeError(error))}`];
  return [
    ...figureTable(result),
    "",
    samplesLine(result),
    ...gateTable(result),
    ...errorList(result),
    ...(result.failure === undefined
      ? []
      : ["", `failed: ${escapeMarkdown(describeError(result.failure))}`]),
  ];
}

function figureTable({ report }: RunResult): string[] {
  const rows = resultKeys(report).map((key) => {
    const error = report[`${key}.stderr`];
    return [
      escapeMarkdown(key),
      escapeMarkdown(figure(report[key])),
      typeof error === "number" ? `± ${figure(error)}` : "",
      interval(report, key),
    ];
  });
  return markdownTable(["metric", "value", "std. error", "95 % interval"], rows);
}

function samplesLine({ report }: RunResult): string {
  const count = (name: string) => Number(report[`samples/${name}`] ?? 0);
  const faults = [
    counted(count("errors"), "error"),
    ...["invalid", "skipped"].map((name) => `${count(name)} ${name}`),
  ];
  const cost = report["cost_usd"];
  return [
    `${count("scored")} of ${count("total")} samples scored`,
    ...faults,
    ...(typeof cost === "number" ? [dollars(cost)] : []),
  ].join(" · ");
}

function gateTable({ gates }: RunResult): string[] {
  if (gates.length === 0) return [];
  const rows = gates.map((gate) => [
    gate.passed ? "✅ met" : "❌ not met",
    escapeMarkdown(gate.gate),
    gateFigure(gate.value),
    gate.passed ? "" : escapeMarkdown(whyNotMet(gate)),
  ]);
  return ["", ...markdownTable(["gate", "", "value", "why"], rows)];
}

function errorList({ errors }: RunResult): string[] {
  if (errors.length === 0) return [];
  const rows = errors
    .slice(0, ERRORS_SHOWN)
    .map(({ sampleId, type, message }) => [
      escapeMarkdown(sampleId),
      escapeMarkdown(`${type}: ${message}`),
    ]);
  return ["", ...markdownTable(["sample", "error"], rows)];
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}
