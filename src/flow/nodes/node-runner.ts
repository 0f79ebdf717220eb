import type { SampleContext } from "../../core/eval.ts";
import type { Models } from "../models.ts";
import type { NodeContext } from "../node-context.ts";
import type { FlowServices } from "../services.ts";
import type { FlowNode, FlowSpec } from "../spec.ts";

/** Who asks completion functions for a node: a sample, or what runs after all of them. */
export type Asker = Pick<SampleContext, "complete" | "signal">;

/** One run of a node. */
export interface NodeCall {
  readonly ctx: NodeContext;
  readonly asker: Asker;
  /** The sample that the line is; absent in an aggregation node. */
  readonly sample?: SampleContext | undefined;
  /** Notes that the node's metric has no value. */
  missMetric(name: string): void;
}

/** Arguments of a node, by parameter. */
export type NodeArguments = Readonly<Record<string, unknown>>;

/** A node that is ready to run. */
export interface NodeRunner {
  run(args: NodeArguments, call: NodeCall): Promise<unknown>;
}

/** What nodes are made with. */
export interface NodeMaker {
  readonly spec: FlowSpec;
  readonly services: FlowServices;
  readonly models: Models;
}

/**
 * Makes a node of one kind; what can be wrong is found here, before a call is paid.
 *
 * @throws {ConfigError} when it could not run
 */
export type MakeNode = (node: FlowNode, maker: NodeMaker) => Promise<NodeRunner>;
