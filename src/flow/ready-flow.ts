import type { ErrorData, EventDraft } from "../core/event.ts";
import type { Models } from "./models.ts";
import type { NodeRunner } from "./nodes/node-runner.ts";
import type { FlowServices } from "./services.ts";
import type { FlowSpec, InputReference, NodeReference } from "./spec.ts";

/** Data of a `flow_line` event. Plain JSON. */
export interface FlowLineData {
  readonly line_number: number;
  readonly status: "completed" | "failed";
  /** Inputs of the flow; of a line whose inputs cannot be converted as they came. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Outputs of the flow; null of a line that failed. */
  readonly outputs: Readonly<Record<string, unknown>> | null;
  /** Names of nodes that ran to their end, in the order of the alphabet. */
  readonly completed: readonly string[];
  /** Names of bypassed nodes, in the same order. */
  readonly bypassed: readonly string[];
  /** What aggregation nodes refer to, by reference; null of a line that failed. */
  readonly aggregation_values: Readonly<Record<string, unknown>> | null;
  readonly error?: ErrorData;
}

/** What came of one line. */
export interface LineResult {
  readonly line: FlowLineData;
  /** `node` and `log` events. */
  readonly events: readonly EventDraft[];
}

/** A flow whose nodes are made. */
export interface ReadyFlow {
  readonly spec: FlowSpec;
  readonly services: FlowServices;
  readonly models: Models;
  readonly runners: ReadonlyMap<string, NodeRunner>;
  /** References of aggregation nodes to inputs and ordinary nodes, each once. */
  readonly aggregated: readonly (InputReference | NodeReference)[];
  /** Is told of an ordinary node that logs a metric, which has no effect. */
  ignoreMetric(node: string, name: string): void;
}
