import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { CompletionFn, EmbeddingFn } from "../../src/core/completion.ts";
import type { Metric } from "../../src/core/metric.ts";
import { listRows } from "../../src/core/row-source.ts";
import type { AggregationResult } from "../../src/flow/aggregate.ts";
import type { ColumnMapping } from "../../src/flow/column-mapping.ts";
import { type FlowLine, planLines } from "../../src/flow/flow-lines.ts";
import { FlowRunner } from "../../src/flow/flow-runner.ts";
import { openSource, type SourceName } from "../../src/flow/flow-source.ts";
import { loadFlow } from "../../src/flow/load-flow.ts";
import type { LineResult } from "../../src/flow/ready-flow.ts";
import type { FlowServices } from "../../src/flow/services.ts";
import type { FlowSpec } from "../../src/flow/spec.ts";
import type { ChosenVariants } from "../../src/flow/variants.ts";
import { ModuleLoader } from "../../src/registry/module-loader.ts";
import { SampleRun } from "../../src/run/run-sample.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

/** A flow in a folder of its own, and what it told. */
export interface TestFlow {
  readonly spec: FlowSpec;
  readonly folder: string;
  readonly runner: FlowRunner;
  readonly warnings: readonly string[];
  readonly signal: AbortSignal;
}

/** Files of a flow: `flow.dag.yaml` and its nodes. */
export type FlowFiles = Readonly<Record<string, string>>;

/** How a flow of a test runs. */
export interface TestServices extends Partial<FlowServices> {
  readonly variants?: ChosenVariants;
  readonly completionFns?: Readonly<Record<string, CompletionFn>>;
  readonly embeddingFns?: Readonly<Record<string, EmbeddingFn>>;
  readonly metrics?: Readonly<Record<string, Metric>>;
  /** Cancels the run. */
  readonly signal?: AbortSignal;
}

/** Writes a flow into a folder and makes it ready. */
export async function flowOf(files: FlowFiles, given: TestServices = {}): Promise<TestFlow> {
  const { variants = {}, completionFns = {}, embeddingFns = {}, metrics = {}, ...rest } = given;
  const folder = tempRegistry(files);
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const spec = loadFlow(join(folder, "flow.dag.yaml"), { variants, warn });
  const runner = await FlowRunner.prepare(spec, {
    registry: {
      completionFn: async (name) => known(completionFns, name),
      embeddingFn: async (name) => known(embeddingFns, name),
      metric: async (name) => known(metrics, name),
      modelgradedSpec: async (name) => Promise.reject(new Error(`asked for ${name}`)),
    },
    modules: new ModuleLoader(folder),
    metricTools: { judgeRetries: 0, warn },
    warn,
    ...rest,
  });
  onTestFinished(() => runner.close());
  return { spec, folder, runner, warnings, signal: given.signal ?? new AbortController().signal };
}

/** Runs one line with these inputs. */
export async function runLine(flow: TestFlow, line: Partial<FlowLine> = {}): Promise<LineResult> {
  const { line_number = 0, inputs = {}, ...rest } = line;
  const job = { sampleId: `flow.${line_number}`, sample: inputs };
  const environment = { completionFns: [], seed: 1, signal: flow.signal };
  const sample = new SampleRun(job, environment, flow.signal);
  return flow.runner.runLine({ line_number, inputs, ...rest }, sample);
}

/** Runs lines and then the aggregation, which may also ask. */
export async function runLines(
  flow: TestFlow,
  lines: Iterable<FlowLine> | AsyncIterable<FlowLine>,
): Promise<{ lines: LineResult[]; aggregation: AggregationResult }> {
  const results: LineResult[] = [];
  for await (const line of lines) results.push(await runLine(flow, line));
  // As they come back from a log.
  const logged = JSON.parse(JSON.stringify(results.map(({ line }) => line)));
  const job = { sampleId: "aggregation", sample: null };
  const asker = new SampleRun(
    job,
    { completionFns: [], seed: 1, signal: flow.signal },
    flow.signal,
  );
  return { lines: results, aggregation: await flow.runner.aggregate(logged.toReversed(), asker) };
}

/** Rows behind `${data.*}` and the others. */
export type TestSources = Readonly<Partial<Record<SourceName, readonly unknown[]>>>;

/** Lines made of rows. */
export async function linesOf(
  { inputs }: Pick<FlowSpec, "inputs">,
  sources: TestSources,
  { mapping = {}, warn = () => {} }: { mapping?: ColumnMapping; warn?(message: string): void } = {},
) {
  const opened = Object.entries(sources).map(([name, rows]) =>
    openSource(name as SourceName, listRows(rows, `${name}.jsonl`)),
  );
  return planLines({ inputs, mapping, sources: await Promise.all(opened), files: [], warn });
}

function known<T>(all: Readonly<Record<string, T>>, name: unknown): T {
  const found = typeof name === "string" ? all[name] : undefined;
  if (found !== undefined) return found;
  throw new Error(`asked for ${JSON.stringify(name)}`);
}
