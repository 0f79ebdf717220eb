import { describeError } from "../core/errors.ts";
import type { RunResult } from "../run/execute-run.ts";
import type { EvalsRow } from "../run/run-evals.ts";
import { resultKeys } from "./result-keys.ts";
import { type TestCase, testCases } from "./test-cases.ts";
import { xmlAttribute, xmlText } from "./xml-text.ts";

/**
 * Runs as a test report in JUnit's XML, piece by piece: a suite a run, a case a sample. Wrong answers
 * are failures, samples without an answer errors. The logs are read twice, for a suite tells its
 * counts before its cases.
 */
export async function* junitXml(rows: readonly EvalsRow[]): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n';
  for (const row of rows) yield* row.result ? suite(row, row.result) : brokenSuite(row);
  yield "</testsuites>\n";
}

async function* suite(row: EvalsRow, result: RunResult): AsyncGenerator<string> {
  const counts = { passed: 0, failed: 0, error: 0, skipped: 0 };
  for await (const { outcome } of testCases(result)) counts[outcome] += 1;
  yield tag("testsuite", {
    name: suiteName(row),
    tests: counts.passed + counts.failed + counts.error + counts.skipped,
    failures: counts.failed,
    errors: counts.error,
    skipped: counts.skipped,
    time: Number(result.report["run/wall_s"] ?? 0),
    timestamp: result.spec.created_at.slice(0, 19).replace(" ", "T"),
  });
  yield `\n${properties(result)}`;
  for await (const one of testCases(result)) yield testCase(one, row.eval);
  yield "</testsuite>\n";
}

/** An eval that could not run is a suite with one error: no report may look as if it had passed. */
function brokenSuite(row: EvalsRow): string[] {
  const [message = ""] = describeError(row.error).split("\n");
  const broken: TestCase = {
    name: "could not run",
    outcome: "error",
    message,
    details: describeError(row.error),
  };
  const counts = { tests: 1, failures: 0, errors: 1, skipped: 0 };
  return [
    `${tag("testsuite", { name: suiteName(row), ...counts })}\n`,
    testCase(broken, row.eval),
    "</testsuite>\n",
  ];
}

function suiteName({ eval: name, completionFns }: EvalsRow): string {
  return `${name} (${completionFns.join(",")})`;
}

/** The figures, for who reads the report and not the log. */
function properties({ report }: RunResult): string {
  const figures = resultKeys(report).map(
    (name) => `  ${tag("property", { name, value: String(report[name]) }, "/")}\n`,
  );
  return figures.length === 0 ? "" : `<properties>\n${figures.join("")}</properties>\n`;
}

const ELEMENTS = { failed: "failure", error: "error" } as const;

function testCase({ name, outcome, message, details }: TestCase, classname: string): string {
  if (outcome === "passed") return `${tag("testcase", { name, classname }, "/")}\n`;
  const begun = `${tag("testcase", { name, classname })}\n  `;
  if (outcome === "skipped") return `${begun}${tag("skipped", { message }, "/")}\n</testcase>\n`;
  const element = ELEMENTS[outcome];
  return `${begun}${tag(element, { message })}${xmlText(details)}</${element}>\n</testcase>\n`;
}

function tag(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  end: "" | "/" = "",
): string {
  const list = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${xmlAttribute(String(value))}"`,
  );
  return `<${name}${list.join("")}${end}>`;
}
