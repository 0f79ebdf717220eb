import { inspect } from "node:util";
import { orAborted } from "../core/abortable.ts";
import { codePlace } from "../core/code-place.ts";
import { Deadline } from "../core/deadline.ts";
import { CompletionError, ConfigError, DataError, OaievalError } from "../core/errors.ts";
import type { SampleContext } from "../core/eval.ts";
import type { ErrorData, EventDraft } from "../core/event.ts";
import { pythonRound } from "../core/python-round.ts";
import type { NodeContext } from "./node-context.ts";
import type { Asker, NodeArguments } from "./nodes/node-runner.ts";
import { copyOf, toPlain } from "./plain-json.ts";
import type { ReadyFlow } from "./ready-flow.ts";
import type { FlowNode } from "./spec.ts";

/** One call of a node, and what is around it. */
export interface Surroundings {
  readonly args: NodeArguments;
  readonly signal: AbortSignal;
  readonly asker: Asker;
  /** The sample that the line is; absent in the aggregation. */
  readonly sample?: SampleContext;
  readonly lineNumber: number | null;
  /** What is logged goes in here. */
  readonly events: EventDraft[];
  logMetric(name: string, value: number | boolean): void;
  missMetric(name: string): void;
}

/** Data of a `node` event: what became of one run of a node. */
export interface NodeData {
  readonly node: string;
  readonly line_number: number | null;
  readonly status: "completed" | "failed" | "bypassed";
  readonly inputs?: unknown;
  readonly output?: unknown;
  readonly error?: ErrorData;
  /** How long it ran, in milliseconds. */
  readonly ms?: number;
}

/**
 * Calls a node with copies of its arguments, which it may change.
 *
 * @returns what it returned; null for nothing
 * @throws {Error} what it threw, or that its time was up
 */
export async function callNode(
  flow: ReadyFlow,
  node: FlowNode,
  around: Surroundings,
): Promise<unknown> {
  const deadline = new Deadline(around.signal, node.timeoutMs);
  const { signal } = deadline;
  try {
    return await orAborted(call(flow, node, { ...around, signal }), signal);
  } catch (error) {
    if (!deadline.expired) throw error;
    throw new DataError(`it was not done after ${(node.timeoutMs ?? 0) / 1000} s, its timeout`);
  } finally {
    deadline.end();
  }
}

async function call(flow: ReadyFlow, node: FlowNode, around: Surroundings): Promise<unknown> {
  const { args, asker, sample, missMetric } = around;
  const copies = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, copyOf(value)]),
  );
  const ctx = nodeContext(flow, node, around);
  const output = await flow.runners.get(node.name)?.run(copies, { ctx, asker, sample, missMetric });
  return output ?? null;
}

/** A value for the log; what JSON cannot express is there as text. */
export function shown(value: unknown): unknown {
  try {
    return toPlain(value);
  } catch {
    return inspect(value);
  }
}

/**
 * An error as the log has it.
 *
 * @param node the node that threw it
 */
export function errorData(error: unknown, node?: string): ErrorData {
  const said = node === undefined ? "" : `the node "${node}" failed: `;
  const place = node === undefined ? {} : { node };
  if (!(error instanceof Error)) {
    return { type: typeof error, message: said + String(error), ...place };
  }
  const { name: type, message, stack } = error;
  if (error instanceof CompletionError) {
    const { kind, status, code } = error;
    return { type, message: said + message, ...place, kind, status, code };
  }
  if (error instanceof OaievalError) return { type, message: said + message, ...place };
  return { type, message: `${said}${type}: ${message}${placeOf(error)}`, ...place, stack };
}

function placeOf({ stack }: Error): string {
  const place = codePlace(stack);
  return place === undefined ? "" : ` (${place})`;
}

/** Whether every line would fail alike. */
export function failsEveryLine(error: unknown): boolean {
  if (error instanceof CompletionError) return error.kind === "fatal";
  return error instanceof ConfigError;
}

function nodeContext(
  { spec, models }: ReadyFlow,
  { name: node, where }: FlowNode,
  { signal, asker, lineNumber, events, logMetric }: Surroundings,
): NodeContext {
  return {
    lineNumber,
    signal,
    flowDir: spec.folder,
    logMetric,
    round: pythonRound,
    async complete(model, prompt, params = {}) {
      const fn = await models.completionFn({ model, where });
      return asker.complete(prompt, params, { fn, signal });
    },
    async embed(texts, model) {
      const fn = await models.embeddingFn({ model, where });
      return (await fn.embed(texts, signal)).embeddings;
    },
    log(message) {
      events.push({ type: "log", data: { node, line_number: lineNumber, message } });
    },
  };
}
