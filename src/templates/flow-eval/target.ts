import { CompletionError, ConfigError, OaievalError } from "../../core/errors.ts";
import type { EvalContext, SampleContext } from "../../core/eval.ts";
import type { ErrorData } from "../../core/event.ts";
import type { Prompt } from "../../core/prompt.ts";
import { type FlowLine, type FlowLines, planLines } from "../../flow/flow-lines.ts";
import type { Columns, FlowSource } from "../../flow/flow-source.ts";
import { errorData, failsEveryLine } from "../../flow/run-node.ts";
import type { FlowInput, FlowSpec } from "../../flow/spec.ts";
import { singleOutput } from "../../record/run-rows.ts";
import type { FlowEvalArgs, Target as TargetArgs } from "./args.ts";
import { type FlowSettings, makeRunner } from "./make-runner.ts";

/** What gives out, in the same run, what a flow grades. */
export interface Target {
  /** Its lines: one for each row of the data. */
  readonly lines: FlowLines;
  /** Who it is, in a few words. */
  readonly name: string;
  /** The flow that it is, if it is one. */
  readonly spec?: FlowSpec;
  /** What it gives out for a line, or why it gives out nothing. */
  run(line: FlowLine, ctx: SampleContext): Promise<TargetResult>;
  close(): Promise<void>;
}

/** What came of the target. */
export type TargetResult = { readonly outputs: Columns } | { readonly error: ErrorData };

/**
 * Makes the target of a flow.
 *
 * @throws {ConfigError} when something is wrong with it
 * @throws {DataError} when a row of the data lacks what it needs
 */
export async function makeTarget(
  args: FlowEvalArgs & { readonly target: TargetArgs },
  data: FlowSource,
  context: EvalContext,
): Promise<Target> {
  const { target, ...settings } = args;
  if (target.flow !== undefined && target.prompt === undefined) {
    return flowTarget({ ...target, flow: target.flow, settings }, data, context);
  }
  if (target.flow === undefined && target.prompt !== undefined) {
    return modelTarget(target, data, context);
  }
  throw new ConfigError(`the target of "${context.name}" is neither a flow nor a prompt`, {
    fix: `write target: {flow: FLOW.yaml}, or target: {completion_fn: MODEL, prompt: "\${data.COLUMN}"}`,
  });
}

async function flowTarget(
  wanted: TargetArgs & { readonly flow: string; readonly settings: FlowSettings },
  data: FlowSource,
  context: EvalContext,
): Promise<Target> {
  const { spec, runner } = await makeRunner(wanted, wanted.settings, context);
  const { inputs } = spec;
  const lines = await linesOf({ inputs, mapping: wanted.column_mapping }, data, context);
  return {
    lines,
    name: wanted.flow,
    spec,
    async run(line, ctx) {
      const { line: done, events } = await runner.runLine(line, ctx);
      for (const { type, data } of events) ctx.record.event(type, data);
      const { outputs, error } = done;
      if (error || !outputs) return { error: error ?? errorData(new Error("no outputs")) };
      return { outputs: { ...singleOutput(outputs), ...outputs } };
    },
    close: () => runner.close(),
  };
}

const PROMPT: FlowInput = { type: "object", default: null, where: "target" };

async function modelTarget(
  target: TargetArgs,
  data: FlowSource,
  context: EvalContext,
): Promise<Target> {
  const { completion_fn: name, completion_args, prompt, sampling_params = {} } = target;
  const fn = await functionOf(name, completion_args, context);
  const inputs = new Map([["prompt", PROMPT]]);
  return {
    lines: await linesOf({ inputs, mapping: { prompt } }, data, context),
    name: name ?? context.completionFnNames?.join(", ") ?? "",
    async run({ inputs: { prompt: asked } }, ctx) {
      try {
        const { text } = await ctx.complete(asPrompt(asked), sampling_params, { fn });
        return { outputs: { output: text, sampled: text, prompt: asked } };
      } catch (error) {
        const isOfLine = error instanceof CompletionError && !failsEveryLine(error);
        if (!isOfLine || ctx.signal.aborted) throw error;
        return { error: errorData(error) };
      }
    },
    close: async () => {},
  };
}

async function functionOf(
  name: string | undefined,
  args: TargetArgs["completion_args"],
  { registry, completionFns, completionFnNames }: EvalContext,
) {
  if (name !== undefined) return registry.completionFn(name, args);
  const [first] = completionFns;
  const isNobody = /^(flow|none)$/.test(completionFnNames?.[0] ?? "");
  if (first && !isNobody) return first;
  throw new ConfigError("the target names nobody who answers", {
    fix: "set completion_fn in the target, or run the eval as: oaieval MODEL EVAL",
  });
}

function linesOf(
  {
    inputs,
    mapping = {},
  }: Pick<Parameters<typeof planLines>[0], "inputs"> & {
    readonly mapping?: FlowEvalArgs["column_mapping"] | undefined;
  },
  data: FlowSource,
  { warn }: EvalContext,
): Promise<FlowLines> {
  return planLines({ inputs, mapping, sources: [data], files: [], warn });
}

/** Text, or the messages of a chat. */
function asPrompt(value: unknown): Prompt {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((part) => typeof Object(part).role === "string")) {
    return value;
  }
  throw new OaievalError("the prompt of the target is neither text nor messages");
}
