import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import type { EvalContext } from "../../core/eval.ts";
import { YamlFile } from "../../data/yaml/yaml-file.ts";
import { FlowRunner } from "../../flow/flow-runner.ts";
import { loadFlow } from "../../flow/load-flow.ts";
import type { Connections } from "../../flow/services.ts";
import type { FlowSpec } from "../../flow/spec.ts";
import { parseVariant } from "../../flow/variants.ts";
import { toolsOf } from "../metric-eval/make-metrics.ts";
import type { FlowEvalArgs } from "./args.ts";

/** A flow with what runs it. */
export interface MadeFlow {
  readonly spec: FlowSpec;
  readonly runner: FlowRunner;
}

/** Which flow, and which of its variants. */
export interface WantedFlow {
  /** The flow file, or its folder. */
  readonly flow: string;
  readonly variant?: readonly string[] | undefined;
}

/** What all flows of a run are made with. */
export type FlowSettings = Pick<
  FlowEvalArgs,
  | "connections"
  | "python"
  | "record_nodes"
  | "line_timeout"
  | "judge"
  | "judge_retries"
  | "embedding"
>;

/**
 * Loads a flow and makes its nodes.
 *
 * @throws {ConfigError} when something is wrong with it
 */
export async function makeFlow(
  { flow, variant = [] }: WantedFlow,
  settings: FlowSettings,
  context: EvalContext,
): Promise<MadeFlow> {
  const warn = (message: string) => context.warn(message);
  const variants = Object.fromEntries(
    variant.map(parseVariant).map(({ node, variant: id }) => [node, id]),
  );
  const spec = loadFlow(flowFile(flow, context), { variants, warn });
  const connections = readConnections(settings.connections, context);
  const runner = await FlowRunner.prepare(spec, {
    registry: context.registry,
    modules: { load: (path) => context.loadModule(path) },
    python: await pythonOf(settings, connections),
    connections,
    metricTools: await toolsOf(settings, context),
    lineTimeoutMs: settings.line_timeout * 1000,
    recordNodes: settings.record_nodes,
    warn,
  });
  return { spec, runner };
}

/**
 * The file of a flow.
 *
 * @param flow the file, or a folder with one of the usual name
 * @throws {ConfigError} when there is none
 */
export function flowFile(flow: string, { findFile }: Pick<EvalContext, "findFile">): string {
  const path = findFile(flow);
  if (!statSync(path).isDirectory()) return path;
  const file = USUAL_NAMES.map((name) => join(path, name)).find((one) => existsSync(one));
  if (file !== undefined) return file;
  throw new ConfigError("the folder has no flow file", {
    where: path,
    fix: `name the file, or call it ${USUAL_NAMES[0]}`,
  });
}

const USUAL_NAMES = ["flow.dag.yaml", "flow.dag.yml"];

function readConnections(
  connections: FlowEvalArgs["connections"],
  { findFile }: EvalContext,
): Connections {
  if (typeof connections !== "string") return connections ?? {};
  const path = findFile(connections);
  const { entries, fault } = new YamlFile(path);
  if (fault !== undefined)
    throw new ConfigError("the connections cannot be read", { where: fault });
  const named = entries.map(({ name, value }) => [name, value]);
  return Object.fromEntries(named) as Connections; // each is looked at when a node uses it
}

async function pythonOf({ python }: FlowSettings, connections: Connections) {
  if (python === undefined) return undefined;
  const { PythonPool } = await import("../../flow/python/python-pool.ts");
  const command = typeof python === "string" ? python : python.command;
  return new PythonPool({ command, connections });
}
