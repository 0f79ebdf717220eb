import type { NodeContext } from "./node-context.ts";

/** A node written in Python: a file with one function that is a tool. */
export interface PythonNode {
  readonly name: string;
  /** Absolute path of its file. */
  readonly path: string;
  /** Where the node stands in the flow file, as `file:line`. */
  readonly where: string;
  /** Whether it runs once after all lines; only then its metrics count. */
  readonly isAggregation: boolean;
  /** Names of its inputs in the flow file, which are parameters of its function. */
  readonly inputs: readonly string[];
  /** Those of them that the flow file has a value for; they take the type of the parameter. */
  readonly literals: readonly string[];
}

/** Where the Python nodes of a flow live. */
export interface PythonFlow {
  /** The flow's folder, which is the nodes' working directory. */
  readonly folder: string;
  /** Variables that the flow file sets. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs Python nodes, wherever a Python is. */
export interface PythonNodes {
  /**
   * Loads the nodes of a flow; what can be wrong with them is found here, before a call is paid.
   *
   * @throws {ConfigError} when one cannot be loaded
   */
  prepare(nodes: readonly PythonNode[], flow: PythonFlow): Promise<void>;
  /**
   * Calls a node.
   *
   * @param args by parameter; a parameter that is absent has its default
   * @param ctx takes its metrics and what it logs, and aborts when the line's time is up
   * @returns what it returned: JSON, and numbers that JSON has not
   * @throws {Error} what it raised
   */
  call(
    node: PythonNode,
    args: Readonly<Record<string, unknown>>,
    ctx: NodeContext,
  ): Promise<unknown>;
  /** Ends what was started. */
  close(): Promise<void>;
}
