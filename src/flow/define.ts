import type { NodeContext } from "./node-context.ts";

/** A function that is a node: its inputs as one object, then what it has at hand. */
export type NodeFunction<TInputs, TOutput = unknown> = (
  inputs: TInputs,
  ctx: NodeContext,
) => TOutput | Promise<TOutput>;

/**
 * Gives a node its types; a module's default export is its node. An input whose node was bypassed
 * is absent, so a default of the parameter takes its place.
 *
 * @example
 * export default node<{ answer: string }>(({ answer }) => answer.length);
 */
export function node<TInputs, TOutput = unknown>(
  run: NodeFunction<TInputs, TOutput>,
): NodeFunction<TInputs, TOutput> {
  return run;
}

/**
 * Gives an aggregation node its types. References to ordinary nodes and flow inputs are lists, one
 * element for each line that succeeded; of a bypassed node it is null.
 *
 * @example
 * export default aggregation<{ lengths: number[] }>(({ lengths }, ctx) => {
 *   ctx.logMetric("longest", Math.max(0, ...lengths));
 * });
 */
export function aggregation<TInputs, TOutput = unknown>(
  run: NodeFunction<TInputs, TOutput>,
): NodeFunction<TInputs, TOutput> {
  return run;
}
