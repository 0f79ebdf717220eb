import { didYouMean } from "../core/closest.ts";
import type { Report } from "../core/report.ts";
import type { EvalSpec } from "../core/spec.ts";
import type { Log } from "../record/read-log.ts";
import { type GateExpression, meets, parseGate } from "./gate-expression.ts";
import { type Evidence, worstSamples } from "./worst-samples.ts";

/** Whether a run met a gate. */
export interface GateResult {
  /** As written. */
  readonly gate: string;
  /** The key of the report that it is about; the name as written where the report has none such. */
  readonly metric: string;
  /** Null when there is no figure. */
  readonly value: number | null;
  /** What the figure is compared with; a percentage of a count is a count here. */
  readonly bound: number;
  readonly passed: boolean;
  /** Why there is no figure. */
  readonly reason?: string;
  /** Of a gate that is not met at most five samples that pull the figure down, the worst first. */
  readonly worst: readonly string[];
}

/**
 * The gates of an eval's entry and those of the command line, which take the place of the entry's
 * for the same figure.
 *
 * @throws {ConfigError} when one cannot be read
 */
export function gatesOf(
  { gates = [] }: Pick<EvalSpec, "gates">,
  asked: readonly string[] = [],
): readonly GateExpression[] {
  const own = gates.map(({ expression, where }) => parseGate(expression, where));
  const flags = asked.map((expression) => parseGate(expression, "--gate"));
  const isReplaced = ({ metric }: GateExpression) =>
    flags.some((flag) => shortName(flag.metric) === shortName(metric));
  return [...own.filter((gate) => !isReplaced(gate)), ...flags];
}

/** Compares each gate with the report; a figure that is not there meets none. */
export function judgeGates(
  gates: readonly GateExpression[],
  report: Report,
  evidence?: Evidence,
): readonly GateResult[] {
  return gates.map((gate) => judgeGate(gate, report, evidence));
}

/**
 * Whether the figures of a log meet the gates that its run was begun with.
 *
 * @throws {ConfigError} when one of them cannot be read
 */
export function gatesOfLog({ spec, report, path }: Log): readonly GateResult[] {
  const { gates } = spec.run_config;
  if (report === null || !Array.isArray(gates)) return [];
  const parsed = gates.map((expression) => parseGate(String(expression), path));
  return judgeGates(parsed, report);
}

/** Whether a gate judges the samples that failed. */
export function isErrorsGate({ metric }: Pick<GateResult, "metric">): boolean {
  return metric === "samples/errors";
}

function judgeGate(
  expression: GateExpression,
  report: Report,
  evidence: Evidence | undefined,
): GateResult {
  const { text: gate, metric: name, operator } = expression;
  const metric = keyOf(name, report);
  if (metric === undefined) {
    const bound = boundOf(expression, name, report);
    const reason = `the report has no "${name}"; ${hint(name, report)}`;
    return { gate, metric: name, value: null, bound, passed: false, reason, worst: [] };
  }
  const bound = boundOf(expression, metric, report);
  const value = report[metric];
  if (typeof value !== "number") {
    const reason = value === null ? "no scores" : "it is no number";
    return { gate, metric, value: null, bound, passed: false, reason, worst: [] };
  }
  const passed = meets(value, operator, bound);
  const worst = passed || !evidence ? [] : worstSamples({ metric, operator, bound }, evidence);
  return { gate, metric, value, bound, passed, worst };
}

/** The name itself, or one of the counts of samples by its last word. */
function keyOf(name: string, report: Report): string | undefined {
  return [name, SAMPLES + name].find((key) => Object.hasOwn(report, key));
}

function hint(name: string, report: Report): string {
  const names = Object.keys(report).map(shortName);
  const results = names.filter((key) => !MINOR.test(key));
  return didYouMean(name, names) ?? `it has ${results.join(", ")}`;
}

const MINOR =
  /\.(stderr|ci95_low|ci95_high|count|missing|failed|std)$|^boot?strap_std$|^(usage_|run\/)/;

/** A percentage of a count is of all samples; of any other figure it is a hundredth. */
function boundOf({ number, isPercent }: GateExpression, metric: string, report: Report): number {
  if (!isPercent) return number;
  return /^(samples|counts)\//.test(metric)
    ? (number / 100) * Number(report["samples/total"] ?? 0)
    : number / 100;
}

const SAMPLES = "samples/";

function shortName(metric: string): string {
  return metric.startsWith(SAMPLES) ? metric.slice(SAMPLES.length) : metric;
}
