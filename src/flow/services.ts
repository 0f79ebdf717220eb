import type { MetricTools } from "../core/metric.ts";
import type { RegistryView } from "../core/registry-view.ts";
import type { PythonNodes } from "./python-nodes.ts";

/** Loads the code of nodes. */
export interface FlowModules {
  /**
   * The exports of a file.
   *
   * @throws {ConfigError} when it cannot be loaded
   */
  load(path: string): Promise<Readonly<Record<string, unknown>>>;
}

/**
 * What stands behind the names of connections in flow files: the name of a completion function, its
 * class with args, or arguments for the model that the node names, such as `base_url`.
 */
export type Connections = Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;

/** What a flow runs with. */
export interface FlowServices {
  readonly registry: RegistryView;
  readonly modules: FlowModules;
  /** Runs Python nodes; without it a flow that has some is refused. */
  readonly python?: PythonNodes | undefined;
  /** @default none */
  readonly connections?: Connections | undefined;
  /** Whom metrics ask, and who turns texts into vectors. */
  readonly metricTools: MetricTools;
  /** Longest time for one line, in milliseconds. @default 600_000 */
  readonly lineTimeoutMs?: number | undefined;
  /** Keep an event of every node, with inputs and output, as opposed to failures. @default false */
  readonly recordNodes?: boolean | undefined;
  /** Tells the user something once. */
  warn(message: string): void;
}
