import { findLog } from "../../record/find-log.ts";
import { flowMetrics, isFlowLog } from "../../record/flow-log.ts";
import { type LoggedSample, readSamples } from "../../record/log-samples.ts";
import { type Log, readLog } from "../../record/read-log.ts";
import { gatesOfLog } from "../../run/gates.ts";
import { gateLines } from "../gate-lines.ts";
import type { Io } from "../io.ts";
import { writeSamplesCsv } from "../output-files.ts";
import { reportLines, signatureLines } from "../report.ts";
import { type Look, sampleLines } from "../sample-lines.ts";
import { type Style, styleFor } from "../style.ts";

/** Flags of `oaieval show`. */
export interface ShowFlags {
  readonly all?: boolean;
  readonly metrics?: boolean;
  /** Each line of a flow with inputs and outputs. */
  readonly lines?: boolean;
  readonly failed?: boolean;
  readonly metric?: string;
  readonly csv?: string;
  readonly max: number;
}

/** `oaieval show LOG`: the report, then the samples that failed and why. */
export async function show(path: string, flags: ShowFlags, io: Io): Promise<number> {
  const log = await readLog(await findLog(path, io));
  if (flags.metrics) await printReport(log, io);
  else await printLog(log, flags, io);
  if (flags.csv) await writeSamplesCsv(flags.csv, log, io);
  return 0;
}

async function printReport(log: Log, { stdout }: Io): Promise<void> {
  const metrics = isFlowLog(log) ? await flowMetrics(log) : log.report;
  stdout.write(`${JSON.stringify(metrics, null, 2)}\n`);
}

async function printLog(log: Log, flags: ShowFlags, io: Io): Promise<void> {
  const style = styleFor(io.stdout, io.env);
  const print = (line: string) => io.stdout.write(`${line}\n`);
  const look = { style, columns: io.stdout.columns ?? Number.POSITIVE_INFINITY };
  if (flags.metric !== undefined) {
    const { showMetric } = await import("./show-metric.ts");
    return showMetric(log, flags.metric, { max: flags.max, look, print });
  }
  if (!flags.lines) for (const line of headLines(log, style)) print(line);
  return printListing(log, flags, { print, look });
}

function headLines(log: Log, style: Style): string[] {
  const { spec, report, torn } = log;
  return [
    `${style.bold(spec.eval_name)}  asks ${spec.completion_fns.join(", ")}  ${style.dim(spec.created_at)}`,
    "",
    ...(report ? reportLines(report, style) : [style.warn("no report: the run did not end")]),
    ...signatureLines(spec, style),
    ...gateLines([{ name: "", gates: gatesOfLog(log) }], style),
    ...(torn ? [style.warn("the last line was cut short and is left out")] : []),
    "",
  ];
}

/** Where lines go. */
interface Paper {
  print(line: string): void;
  readonly look: Look;
}

async function printListing(log: Log, flags: ShowFlags, paper: Paper): Promise<void> {
  const { lines = false, all = false, failed = !(lines || all), max } = flags;
  if (!lines && !isFlowLog(log)) return printSamples(log, flags, paper);
  const { showLines } = await import("./show-lines.ts");
  await showLines(log, { failed, max, ...paper });
}

/** Lists samples up to the limit and counts the rest. */
async function printSamples(
  log: Log,
  { all = false, max }: ShowFlags,
  { print, look }: Paper,
): Promise<void> {
  const counts = { total: 0, wrong: 0, unscored: 0, errors: 0 };
  let found = 0;
  for await (const sample of readSamples(log)) {
    counts.total++;
    const fault = faultOf(sample);
    if (fault) counts[fault]++;
    if (!all && !fault) continue;
    found++;
    if (found > max) continue;
    for (const line of sampleLines(sample, look)) print(line);
    print("");
  }
  const left = found > max ? `; ${max} listed here, all with --max ${found}` : "";
  print((all ? `${counts.total} samples` : faults(counts, look.style)) + left);
}

type Fault = "errors" | "wrong" | "unscored";

function faultOf({ error, failed, failedMetrics }: LoggedSample): Fault | undefined {
  if (error) return "errors";
  if (failed) return "wrong";
  return Object.keys(failedMetrics).length > 0 ? "unscored" : undefined;
}

interface Counts extends Readonly<Record<Fault, number>> {
  readonly total: number;
}

/** `51 of 199 are wrong, 2 have errors`: a sample with an error is not wrong, nobody knows. */
function faults({ total, wrong, unscored, errors }: Counts, style: Style): string {
  const parts = [
    { count: wrong, one: "is wrong", many: "are wrong" },
    { count: unscored, one: "has a metric that failed", many: "have a metric that failed" },
    { count: errors, one: "has an error", many: "have errors" },
  ].filter(({ count }) => count > 0);
  if (parts.length === 0) return style.good(`none of ${total} is wrong or has an error`);
  const clauses = parts.map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`);
  return clauses.join(", ").replace(" ", ` of ${total} `);
}
