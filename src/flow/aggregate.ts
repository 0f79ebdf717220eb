import { orAborted } from "../core/abortable.ts";
import type { ErrorData, EventDraft } from "../core/event.ts";
import { dependenciesOf } from "./graph.ts";
import { type LoggedMetric, MetricLog } from "./metric-log.ts";
import type { Asker } from "./nodes/node-runner.ts";
import { fromPlain } from "./plain-json.ts";
import type { FlowLineData, ReadyFlow } from "./ready-flow.ts";
import { argumentsOf, isBypassed, type Values } from "./resolve.ts";
import { callNode, errorData, failsEveryLine, shown } from "./run-node.ts";
import type { FlowNode } from "./spec.ts";

/** What aggregation takes of a `flow_line` event; lines that failed are in no list. */
export type AggregationLine = Pick<FlowLineData, "line_number" | "status" | "aggregation_values">;

/** Lines in any order, each once. */
export type AggregationLines = AsyncIterable<AggregationLine> | Iterable<AggregationLine>;

/** Data of an `aggregation` event. */
export interface AggregationData {
  readonly node: string;
  readonly status: "completed" | "failed" | "bypassed";
  /** Only where the events of all nodes are kept. */
  readonly inputs?: unknown;
  readonly output?: unknown;
  readonly error?: ErrorData;
}

/** What came of the aggregation. */
export interface AggregationResult {
  readonly metrics: readonly LoggedMetric[];
  /** Names of metrics that were to be set and have no value. */
  readonly missing: readonly string[];
  /** Names of the nodes that failed. */
  readonly failed: readonly string[];
  /** `log`, `aggregation` and `metric` events. */
  readonly events: readonly EventDraft[];
}

/**
 * Runs the aggregation nodes. One that fails takes only those with it that refer to it, and the
 * metrics that it has logged stay.
 *
 * @throws {OaievalError} when no node could run
 * @throws the signal's reason when the run was cancelled
 */
export async function aggregate(
  flow: ReadyFlow,
  lines: AggregationLines,
  asker: Asker,
): Promise<AggregationResult> {
  const run = new AggregationRun(flow, await collect(lines), asker);
  return orAborted(run.result(), asker.signal);
}

/** Values of the lines that succeeded, in the order of line numbers. */
type Rows = readonly Readonly<Record<string, unknown>>[];

async function collect(lines: AggregationLines): Promise<Rows> {
  const rows: { number: number; values: Readonly<Record<string, unknown>> }[] = [];
  for await (const { line_number, status, aggregation_values } of lines) {
    if (status !== "completed" || !aggregation_values) continue;
    rows.push({ number: line_number, values: aggregation_values });
  }
  return rows.sort((a, b) => a.number - b.number).map(({ values }) => values);
}

class AggregationRun {
  readonly #flow: ReadyFlow;
  readonly #asker: Asker;
  readonly #events: EventDraft[] = [];
  readonly #metrics = new MetricLog();
  readonly #outputs = new Map<string, unknown>();
  readonly #bypassed = new Set<string>();
  readonly #failed = new Set<string>();
  readonly #values: Values;

  constructor(flow: ReadyFlow, rows: Rows, asker: Asker) {
    this.#flow = flow;
    this.#asker = asker;
    this.#values = {
      input: (name) => listOf(rows, `\${inputs.${name}}`),
      isBypassed: ({ node }) => this.#bypassed.has(node),
      output: ({ node, text, path }) =>
        this.#outputs.has(node) ? this.#outputs.get(node) : nested(listOf(rows, text), path),
    };
  }

  async result(): Promise<AggregationResult> {
    const nodes = new Map<string, Promise<void>>();
    for (const node of this.#flow.spec.aggregationNodes) {
      nodes.set(node.name, this.#runWhenReady(node, nodes));
    }
    await Promise.all(nodes.values());
    const { metrics, missing } = this.#metrics;
    const logged = metrics.map((data) => ({ type: "metric", data }));
    return { metrics, missing, failed: [...this.#failed], events: [...this.#events, ...logged] };
  }

  async #runWhenReady(node: FlowNode, nodes: ReadonlyMap<string, Promise<void>>): Promise<void> {
    const needed = dependenciesOf(node);
    await Promise.all(needed.map((name) => nodes.get(name)));
    this.#asker.signal.throwIfAborted();
    const gone = needed.find((name) => this.#failed.has(name));
    if (gone === undefined) await this.#run(node);
    else this.#fail(node, new Error(`it refers to "${gone}", which failed`));
  }

  async #run(node: FlowNode): Promise<void> {
    let inputs: { readonly inputs?: unknown } = {};
    try {
      if (isBypassed(node, this.#values)) {
        this.#bypassed.add(node.name);
        this.#record({ node: node.name, status: "bypassed" });
        return;
      }
      const args = argumentsOf(node, this.#values);
      if (this.#flow.services.recordNodes) inputs = { inputs: shown(args) };
      const value = await this.#call(node, args);
      this.#outputs.set(node.name, value);
      this.#record({ node: node.name, status: "completed", ...inputs, output: shown(value) });
    } catch (error) {
      if (this.#asker.signal.aborted || failsEveryLine(error)) throw error;
      this.#fail(node, error, inputs);
    }
  }

  #call(node: FlowNode, args: Readonly<Record<string, unknown>>): Promise<unknown> {
    return callNode(this.#flow, node, {
      args,
      signal: this.#asker.signal,
      asker: this.#asker,
      lineNumber: null,
      events: this.#events,
      logMetric: (name, value) => this.#metrics.set(node.name, name, value),
      missMetric: (name) => this.#metrics.miss(name),
    });
  }

  #fail({ name }: FlowNode, error: unknown, inputs: { readonly inputs?: unknown } = {}): void {
    this.#failed.add(name);
    this.#record({ node: name, status: "failed", ...inputs, error: errorData(error, name) });
  }

  #record(data: AggregationData): void {
    this.#events.push({ type: "aggregation", data });
  }
}

function listOf(rows: Rows, text: string): unknown[] {
  return rows.map((values) => fromPlain(values[text] ?? null));
}

/** Wraps a list of the parts of a node's outputs, so that the path to the part leads to the list. */
function nested(list: unknown[], path: readonly (string | number)[]): unknown {
  return path.toReversed().reduce<unknown>((inner, key) => ({ [key]: inner }), list);
}
