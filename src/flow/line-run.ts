import { DataError } from "../core/errors.ts";
import type { SampleContext } from "../core/eval.ts";
import type { EventDraft } from "../core/event.ts";
import { convertInput } from "./convert.ts";
import type { FlowLine } from "./flow-lines.ts";
import { dependenciesOf } from "./graph.ts";
import { toPlain } from "./plain-json.ts";
import type { LineResult, ReadyFlow } from "./ready-flow.ts";
import { argumentsOf, isBypassed, resolve, type Values } from "./resolve.ts";
import { callNode, errorData, type NodeData, shown } from "./run-node.ts";
import type { Binding, FlowNode } from "./spec.ts";

/** Where a line runs. */
export interface LineSetting {
  readonly sample: SampleContext;
  /** Aborts when the line's time is up, or with the sample. */
  readonly signal: AbortSignal;
}

/** What is known of a line while it runs. */
export class LineRun {
  /** Names of the nodes that run. */
  readonly running = new Set<string>();
  readonly #flow: ReadyFlow;
  readonly #line: FlowLine;
  readonly #setting: LineSetting;
  readonly #stop = new AbortController();
  readonly #events: EventDraft[] = [];
  readonly #outputs = new Map<string, unknown>();
  readonly #bypassed = new Set<string>();
  readonly #values: Values;
  #inputs: Readonly<Record<string, unknown>> | undefined;

  constructor(flow: ReadyFlow, line: FlowLine, { sample, signal }: LineSetting) {
    this.#flow = flow;
    this.#line = line;
    this.#setting = { sample, signal: AbortSignal.any([signal, this.#stop.signal]) };
    this.#values = {
      input: (name) => this.#inputs?.[name],
      isBypassed: ({ node }) => this.#bypassed.has(node),
      output: ({ node }) => this.#outputs.get(node),
    };
  }

  /**
   * Runs the line to its end.
   *
   * @throws {Error} the first error of a node, an input or an output
   */
  async result(): Promise<LineResult> {
    this.#inputs = this.#convertInputs();
    const nodes = new Map<string, Promise<void>>();
    for (const node of this.#flow.spec.lineNodes) {
      nodes.set(node.name, this.#runWhenReady(node, nodes));
    }
    await Promise.all(nodes.values());
    return this.#completed(this.#inputs);
  }

  /** Tells the nodes that still run that nobody waits for them. */
  stop(reason: unknown): void {
    this.#stop.abort(this.causeOf(reason));
  }

  /** The line, ended by an error. */
  failed(error: unknown): LineResult {
    const node = error instanceof NodeFailure ? error.node : undefined;
    return this.#end({
      status: "failed",
      inputs: plainObject(this.#inputs ?? this.#line.inputs),
      outputs: null,
      bypassed: [],
      aggregation_values: null,
      error: errorData(this.causeOf(error), node),
    });
  }

  /** What a node threw. */
  causeOf(error: unknown): unknown {
    return error instanceof NodeFailure ? error.cause : error;
  }

  #completed(inputs: Readonly<Record<string, unknown>>): LineResult {
    const { spec, aggregated } = this.#flow;
    const ofLine = new Set([...this.#outputs.keys(), ...this.#bypassed]);
    const outputs = [...spec.outputs].filter(
      ([, binding]) => binding.kind !== "node" || ofLine.has(binding.node),
    );
    const kept = aggregated.map((binding) => [binding.text, binding] as const);
    return this.#end({
      status: "completed",
      inputs: plainObject(inputs),
      outputs: this.#plainValues(outputs, false),
      bypassed: [...this.#bypassed].sort(),
      aggregation_values: this.#plainValues(kept, true),
    });
  }

  #end(line: Omit<LineResult["line"], "line_number" | "completed">): LineResult {
    const completed = [...this.#outputs.keys()].sort();
    return {
      line: { line_number: this.#line.line_number, ...line, completed },
      events: [...this.#events],
    };
  }

  #convertInputs(): Record<string, unknown> {
    const { fault, inputs: given } = this.#line;
    if (fault !== undefined) throw new DataError(fault);
    const converted = [...this.#flow.spec.inputs].map(([name, input]) => {
      const value = Object.hasOwn(given, name) ? given[name] : (input.default ?? undefined);
      if (value !== undefined) return [name, convertInput(name, input, value)];
      throw new DataError(`the input "${name}" has no value`);
    });
    return Object.fromEntries(converted);
  }

  async #runWhenReady(node: FlowNode, nodes: ReadonlyMap<string, Promise<void>>): Promise<void> {
    await Promise.all(dependenciesOf(node).map((name) => nodes.get(name)));
    this.#setting.signal.throwIfAborted();
    await this.#run(node);
  }

  async #run(node: FlowNode): Promise<void> {
    const started = performance.now();
    const record = (data: Omit<NodeData, "node" | "line_number" | "ms">) =>
      this.#record(node, { ...data, ms: Math.round(performance.now() - started) });
    const { recordNodes = false } = this.#flow.services;
    let args: Record<string, unknown> = {};
    this.running.add(node.name);
    try {
      if (isBypassed(node, this.#values)) {
        this.#bypassed.add(node.name);
        if (recordNodes) record({ status: "bypassed" });
        return;
      }
      args = argumentsOf(node, this.#values);
      const value = await this.#call(node, args);
      this.#outputs.set(node.name, value);
      if (!recordNodes) return;
      record({ status: "completed", inputs: shown(args), output: shown(value) });
    } catch (error) {
      record({ status: "failed", inputs: shown(args), error: errorData(error) });
      throw new NodeFailure(node.name, error);
    } finally {
      this.running.delete(node.name);
    }
  }

  #call(node: FlowNode, args: Readonly<Record<string, unknown>>): Promise<unknown> {
    const { sample, signal } = this.#setting;
    return callNode(this.#flow, node, {
      args,
      signal,
      sample,
      asker: sample,
      lineNumber: this.#line.line_number,
      events: this.#events,
      logMetric: (name) => this.#flow.ignoreMetric(node.name, name),
      missMetric: () => {},
    });
  }

  #record({ name }: FlowNode, data: Omit<NodeData, "node" | "line_number">): void {
    const { line_number } = this.#line;
    this.#events.push({ type: "node", data: { node: name, line_number, ...data } });
  }

  #plainValues(
    bindings: readonly (readonly [string, Binding])[],
    keepNumbers: boolean,
  ): Record<string, unknown> {
    return Object.fromEntries(
      bindings.map(([name, binding]) => [name, this.#plainValue(name, binding, keepNumbers)]),
    );
  }

  #plainValue(name: string, binding: Binding, keepNumbers: boolean): unknown {
    const value = resolve(binding, this.#values);
    try {
      return toPlain(value, { keepNumbers });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new DataError(`"${name}" cannot be kept with the line: ${reason}`, { cause });
    }
  }
}

/** An object stays one. */
function plainObject(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return shown(values) as Record<string, unknown>;
}

/** An error that a node of the line ended with. */
class NodeFailure extends Error {
  override readonly name = "NodeFailure";
  readonly node: string;

  constructor(node: string, cause: unknown) {
    super(`the node "${node}" failed`, { cause });
    this.node = node;
  }
}
