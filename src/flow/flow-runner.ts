import type { SampleContext } from "../core/eval.ts";
import { type AggregationLines, type AggregationResult, aggregate } from "./aggregate.ts";
import type { FlowLine } from "./flow-lines.ts";
import { bindingsOf } from "./graph.ts";
import { Models } from "./models.ts";
import { NODE_MAKERS } from "./nodes/kinds.ts";
import type { Asker, NodeMaker, NodeRunner } from "./nodes/node-runner.ts";
import { pythonNode } from "./nodes/python.ts";
import type { LineResult, ReadyFlow } from "./ready-flow.ts";
import { runLine } from "./run-line.ts";
import type { FlowServices } from "./services.ts";
import type { FlowSpec } from "./spec.ts";

/** A flow that is ready: its lines in any order, then the aggregation over what came of them. */
export class FlowRunner {
  readonly #flow: ReadyFlow;

  private constructor(flow: ReadyFlow) {
    this.#flow = flow;
  }

  /**
   * Makes all nodes; what can be wrong with them is found here, before a call is paid.
   *
   * @throws {ConfigError} when one could not run
   */
  static async prepare(spec: FlowSpec, services: FlowServices): Promise<FlowRunner> {
    const maker: NodeMaker = { spec, services, models: new Models(services) };
    const nodes = [...spec.lineNodes, ...spec.aggregationNodes];
    const runners = new Map<string, NodeRunner>();
    for (const node of nodes) runners.set(node.name, await NODE_MAKERS[node.kind](node, maker));
    const python = nodes.filter(({ kind }) => kind === "python").map(pythonNode);
    if (python.length > 0) await services.python?.prepare(python, spec);
    warnOfOutputs(spec, services);
    const aggregated = aggregatedBy(spec);
    const ignoreMetric = warnOnce(services);
    return new FlowRunner({ ...maker, runners, aggregated, ignoreMetric });
  }

  /**
   * Runs one line. What fails only it is in the result.
   *
   * @throws {OaievalError} when every line would fail alike
   * @throws the signal's reason when the run was cancelled
   */
  runLine(line: FlowLine, sample: SampleContext): Promise<LineResult> {
    return runLine(this.#flow, line, sample);
  }

  /**
   * Runs the aggregation nodes over what came of the lines.
   *
   * @throws {OaievalError} when no node could run
   * @throws the signal's reason when the run was cancelled
   */
  aggregate(lines: AggregationLines, asker: Asker): Promise<AggregationResult> {
    return aggregate(this.#flow, lines, asker);
  }

  /** Ends what its nodes have started. */
  async close(): Promise<void> {
    await this.#flow.services.python?.close();
  }
}

function aggregatedBy({ aggregationNodes, lineNodes }: FlowSpec): ReadyFlow["aggregated"] {
  const ofLines = new Set(lineNodes.map(({ name }) => name));
  const references = aggregationNodes
    .flatMap(bindingsOf)
    .flatMap((binding) => (binding.kind === "literal" ? [] : [binding]))
    .filter((binding) => binding.kind === "input" || ofLines.has(binding.node));
  return [...new Map(references.map((binding) => [binding.text, binding])).values()];
}

function warnOfOutputs({ outputs, aggregationNodes }: FlowSpec, { warn }: FlowServices): void {
  const late = new Set(aggregationNodes.map(({ name }) => name));
  for (const [name, output] of outputs) {
    if (output.kind !== "node" || !late.has(output.node)) continue;
    warn(
      `${output.where}: the output "${name}" is left out: "${output.node}" runs after all lines`,
    );
  }
}

function warnOnce({ warn }: FlowServices): ReadyFlow["ignoreMetric"] {
  const warned = new Set<string>();
  return (node, name) => {
    if (warned.has(node)) return;
    warned.add(node);
    warn(`the metric "${name}" of the node "${node}" has no effect: it is no aggregation node`);
  };
}
