import { DataError } from "../core/errors.ts";
import { Eval, type SampleContext, type SummaryContext } from "../core/eval.ts";
import type { ErrorData } from "../core/event.ts";
import type { EventLog } from "../core/event-log.ts";
import type { Report } from "../core/report.ts";
import type { RowSource } from "../core/row-source.ts";
import type { AggregationLine } from "../flow/aggregate.ts";
import type { FlowLine } from "../flow/flow-lines.ts";
import type { FlowLineData } from "../flow/ready-flow.ts";
import { errorData } from "../flow/run-node.ts";
import { FlowEvalArgs } from "./flow-eval/args.ts";
import { type FlowPlan, makeFlowPlan } from "./flow-eval/flow-plan.ts";
import { flowReport } from "./flow-eval/flow-report.ts";
import type { FlowRow } from "./flow-eval/flow-rows.ts";
import { NodeCounts } from "./flow-eval/node-counts.ts";

/** Runs a flow on rows of data, on what an earlier run gave out, or on both. */
export class FlowEval extends Eval<FlowRow, FlowEvalArgs> {
  static override readonly Args = FlowEvalArgs;
  static override readonly opensRuns = true;
  #making: Promise<FlowPlan> | undefined;
  #plan: FlowPlan | undefined;

  override async prepare(): Promise<void> {
    this.#plan = await this.#ready();
  }

  override describe(): string | undefined {
    const { target } = this.#plan ?? {};
    return target && `${target.name} gives out what the flow grades`;
  }

  override runConfig(): Readonly<Record<string, unknown>> {
    if (!this.#plan) return {};
    const { flow, counts, parent } = this.#plan;
    return { flow, lines: counts, ...(parent ? { parent_run: parent } : {}) };
  }

  override async samples(): Promise<RowSource<FlowRow>> {
    return (await this.#ready()).rows;
  }

  override async evalSample(row: FlowRow, ctx: SampleContext): Promise<void> {
    const plan = await this.#ready();
    const line = await lineOf(row, plan, ctx);
    if ("error" in line) return record(failedLine(row, line.error), ctx);
    const { line: data, events } = await plan.runner.runLine(line, ctx);
    for (const event of events) ctx.record.event(event.type, event.data);
    record(data, ctx);
  }

  override async summarize(log: EventLog, ctx: SummaryContext): Promise<Report> {
    const { runner, spec } = await this.#ready();
    const warn = (message: string) => this.context.warn(message);
    const counts = new NodeCounts(spec);
    const result = await runner.aggregate(linesIn(log, counts, warn), ctx);
    for (const { type, data } of result.events) ctx.record.event(type, data);
    return { ...flowReport(result, spec, warn), ...counts.report() };
  }

  override async end(): Promise<void> {
    const plan = await this.#making?.catch(() => undefined);
    await plan?.close();
  }

  #ready(): Promise<FlowPlan> {
    this.#making ??= makeFlowPlan(this.args, this.context);
    return this.#making;
  }
}

/** The line of a row; where there is a target it is run first. */
async function lineOf(
  row: FlowRow,
  { target, graded }: FlowPlan,
  ctx: SampleContext,
): Promise<FlowLine | { readonly error: ErrorData }> {
  if (!target) return row;
  const result = await target.run(row, ctx);
  const { line_number } = row;
  const status = "error" in result ? "failed" : "completed";
  ctx.record.event("target", { line_number, status, inputs: row.inputs, ...result });
  if ("error" in result) return result;
  try {
    return await graded(row, result.outputs);
  } catch (error) {
    if (error instanceof DataError) return { error: errorData(error) };
    throw error;
  }
}

function record(data: FlowLineData, ctx: SampleContext): void {
  ctx.record.event("flow_line", data);
  if (data.error) ctx.record.error(data.error);
}

/** A line that the flow never saw. */
function failedLine({ line_number, inputs }: FlowRow, error: ErrorData): FlowLineData {
  return {
    line_number,
    status: "failed",
    inputs,
    outputs: null,
    completed: [],
    bypassed: [],
    aggregation_values: null,
    error,
  };
}

/** Lists have one element for each line, however often lines run. */
async function* linesIn(
  log: EventLog,
  counts: NodeCounts,
  warn: (message: string) => void,
): AsyncGenerator<AggregationLine> {
  for await (const { data, repeat = 0 } of log.events("flow_line")) {
    if (repeat > 0) {
      warn("lines run several times: the aggregation nodes get the first time of each");
      continue;
    }
    const line = data as FlowLineData; // by its type
    counts.add(line);
    yield line;
  }
}
