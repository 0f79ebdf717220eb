import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ArgFiles } from "../core/arg-files.ts";
import { ConfigError } from "../core/errors.ts";
import { YamlFile } from "../data/yaml/yaml-file.ts";
import { FlowRunner } from "./flow-runner.ts";
import { loadFlow } from "./load-flow.ts";
import type { Connections, FlowServices } from "./services.ts";
import type { FlowSpec } from "./spec.ts";
import { parseVariant } from "./variants.ts";

/** A flow with what runs it. */
export interface MadeFlow {
  readonly spec: FlowSpec;
  readonly runner: FlowRunner;
}

/** Which flow, and how its nodes are made. */
export interface WantedFlow {
  /** The flow file, or its folder. */
  readonly flow: string;
  /** `node.id` of the variants in place of the default ones. */
  readonly variant?: readonly string[] | undefined;
  /** What connections stand for, or a YAML file that says so. */
  readonly connections?: string | Connections | undefined;
  /** The Python that runs Python nodes. */
  readonly python?: string | { readonly command: string } | undefined;
}

/** What flows are made with. */
export interface FlowTools
  extends ArgFiles,
    Pick<FlowServices, "registry" | "metricTools" | "lineTimeoutMs" | "recordNodes" | "warn"> {}

/**
 * Loads a flow and makes its nodes.
 *
 * @throws {ConfigError} when something is wrong with it
 */
export async function makeFlow(wanted: WantedFlow, tools: FlowTools): Promise<MadeFlow> {
  const { variant = [], flow, python } = wanted;
  const chosen = variant.map(parseVariant).map(({ node, variant: id }) => [node, id]);
  const { warn, ...services } = tools;
  const spec = loadFlow(flowFile(flow, tools), { variants: Object.fromEntries(chosen), warn });
  const connections = readConnections(wanted.connections, tools);
  const runner = await FlowRunner.prepare(spec, {
    ...services,
    warn,
    connections,
    modules: { load: (path) => tools.loadModule(path) },
    python: await pythonOf(python, connections),
  });
  return { spec, runner };
}

/** A flow file's usual name and folder. */
const USUAL_NAMES = ["flow.dag.yaml", "flow.dag.yml"];

function flowFile(flow: string, { findFile }: ArgFiles): string {
  const path = findFile(flow);
  if (!statSync(path).isDirectory()) return path;
  const file = usualFile(path);
  if (file !== undefined) return file;
  throw new ConfigError("the folder has no flow file", {
    where: path,
    fix: `name the file, or call it ${USUAL_NAMES[0]}`,
  });
}

/** The flow file of a folder; undefined where none has the usual name. */
export function usualFile(folder: string): string | undefined {
  return USUAL_NAMES.map((name) => join(folder, name)).find((path) => existsSync(path));
}

function readConnections(
  connections: WantedFlow["connections"],
  { findFile }: ArgFiles,
): Connections {
  if (typeof connections !== "string") return connections ?? {};
  const { entries, fault } = new YamlFile(findFile(connections));
  if (fault !== undefined)
    throw new ConfigError("the connections cannot be read", { where: fault });
  const named = entries.map(({ name, value }) => [name, value]);
  return Object.fromEntries(named) as Connections; // each is looked at when a node uses it
}

async function pythonOf(python: WantedFlow["python"], connections: Connections) {
  if (python === undefined) return undefined;
  const { PythonPool } = await import("./python/python-pool.ts");
  const command = typeof python === "string" ? python : python.command;
  return new PythonPool({ command, connections });
}
