import { type CheckedEval, type CheckOptions, checkEvals } from "../../run/check-evals.ts";
import { type CheckedMetric, checkMetrics } from "../../run/check-metrics.ts";
import { openRegistry } from "../../run/open-registry.ts";
import { evalParams } from "../eval-params.ts";
import { interruptedCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { type Style, styleFor } from "../style.ts";

/** Flags of `oaieval check`. */
export interface CheckFlags {
  readonly registryPath?: readonly string[];
  readonly strict?: boolean;
  readonly against?: string;
  readonly extraEvalParams?: string;
  readonly json?: boolean;
}

const OVERLAPS_SHOWN = 10;

/** `oaieval check [NAME…]`: loads evals and their rows, and says what is wrong; asks no model. */
export async function check(names: readonly string[], flags: CheckFlags, io: Io): Promise<number> {
  const style = styleFor(io.stdout, io.env);
  const settings = { ...settingsOf(flags, io), ...(names.length > 0 ? { names } : {}) };
  const evals: CheckedEval[] = [];
  for await (const one of checkEvals(settings)) {
    if (io.signal.aborted) return interruptedCode(io.signal);
    evals.push(one);
    if (!flags.json) print(linesOf(one, style), io);
  }
  const { metrics, broken } = names.length > 0 ? NOTHING_ELSE : await lookAtTheRest(settings);
  if (flags.json) {
    print([JSON.stringify({ evals, metrics, broken_files: broken }, null, 2)], io);
  } else {
    print(
      metrics.filter(isNotable).flatMap((one) => linesOf({ ...one, rows: null }, style)),
      io,
    );
    print([...broken.map((file) => `${style.bad("broken")}   ${file}`), summary(evals, style)], io);
  }
  const isAllFine = [...evals, ...metrics].every((one) => isFine(one, flags));
  return broken.length === 0 && isAllFine ? 0 : 1;
}

/** What a registry has beside evals. */
interface TheRest {
  readonly metrics: readonly CheckedMetric[];
  readonly broken: readonly string[];
}

const NOTHING_ELSE: TheRest = { metrics: [], broken: [] };

async function lookAtTheRest(settings: CheckOptions): Promise<TheRest> {
  const metrics: CheckedMetric[] = [];
  for await (const one of checkMetrics(settings)) metrics.push(one);
  return { metrics, broken: openRegistry(settings).brokenFiles() };
}

function print(lines: readonly string[], { stdout }: Io): void {
  for (const line of lines) stdout.write(`${line}\n`);
}

/** Metrics that are right need no line: they have no rows to count. */
function isNotable({ error, warnings }: CheckedMetric): boolean {
  return error !== null || warnings.length > 0;
}

function settingsOf({ registryPath, against, extraEvalParams }: CheckFlags, { cwd, signal }: Io) {
  const args = extraEvalParams === undefined ? undefined : evalParams(extraEvalParams);
  return { registryPaths: registryPath, against, cwd, signal, args };
}

type Checked = Pick<CheckedEval, "error" | "warnings" | "overlaps">;

function isFine({ error, warnings, overlaps }: Checked, { strict }: CheckFlags): boolean {
  if (error !== null) return false;
  return !strict || (warnings.length === 0 && (overlaps?.found.length ?? 0) === 0);
}

function linesOf(one: CheckedEval, style: Style): string[] {
  const { name, rows, error, warnings } = one;
  const head = error
    ? `${style.bad("error")}    ${name}`
    : `${style.good("ok")}       ${name}  ${style.dim(rows === null ? "a stream" : `${rows} rows`)}`;
  return [
    head,
    ...(error ? indented(error) : []),
    ...warnings.flatMap((warning) => indented(`${style.warn("warning:")} ${warning}`)),
    ...overlapLines(one, style),
  ];
}

function overlapLines({ overlaps, rows }: CheckedEval, style: Style): string[] {
  if (!overlaps) return [];
  const { found } = overlaps;
  const counted = `${found.length} of ${rows} samples are in the training data`;
  return indented(
    [
      found.length === 0 ? style.good(counted) : style.warn(counted),
      ...found
        .slice(0, OVERLAPS_SHOWN)
        .map(({ kind, where, trainingWhere }) => `  ${kind}: ${where} is ${trainingWhere}`),
    ].join("\n"),
  );
}

function summary(checked: readonly CheckedEval[], style: Style): string {
  const failed = checked.filter(({ error }) => error !== null).length;
  const warned = checked.filter(({ warnings }) => warnings.length > 0).length;
  const parts = [
    `${checked.length} checked`,
    failed > 0 ? style.bad(`${failed} cannot run`) : "all can run",
    ...(warned > 0 ? [style.warn(`${warned} with warnings`)] : []),
  ];
  return parts.join(" · ");
}

function indented(text: string): string[] {
  return text.split("\n").map((line) => `         ${line}`);
}
