import type { EvalContext } from "../../core/eval.ts";
import { type MadeFlow, makeFlow, type WantedFlow } from "../../flow/make-flow.ts";
import { toolsOf } from "../metric-eval/make-metrics.ts";
import type { FlowEvalArgs } from "./args.ts";

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
 * Loads a flow of a run and makes its nodes.
 *
 * @throws {ConfigError} when something is wrong with it
 */
export async function makeRunner(
  wanted: Pick<WantedFlow, "flow" | "variant">,
  settings: FlowSettings,
  context: EvalContext,
): Promise<MadeFlow> {
  const { connections, python, record_nodes: recordNodes, line_timeout: seconds } = settings;
  return makeFlow(
    { flow: wanted.flow, variant: wanted.variant, connections, python },
    {
      registry: context.registry,
      metricTools: await toolsOf(settings, context),
      lineTimeoutMs: seconds * 1000,
      recordNodes,
      findFile: (reference) => context.findFile(reference),
      loadModule: (path) => context.loadModule(path),
      warn: (message) => context.warn(message),
    },
  );
}
