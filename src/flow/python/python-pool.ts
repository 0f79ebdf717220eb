import PQueue from "p-queue";
import { ConfigError } from "../../core/errors.ts";
import type { NodeContext } from "../node-context.ts";
import { fromPlain, toPlain } from "../plain-json.ts";
import type { PythonFlow, PythonNode, PythonNodes } from "../python-nodes.ts";
import type { Connections } from "../services.ts";
import { type BridgeMessage, type PythonFailure, pythonError } from "./bridge-messages.ts";
import { BridgeProcess } from "./bridge-process.ts";

/** Which Python runs nodes, and what it is given. */
export interface PythonOptions {
  /** The program: `python3`, or that of a virtual environment. @default "python3" */
  readonly command?: string | undefined;
  /** Processes at most; each runs one node at a time. @default 4, as in promptflow */
  readonly workers?: number | undefined;
  /** What nodes get for the names of connections among their inputs. */
  readonly connections?: Connections | undefined;
}

/** Runs Python nodes in processes that live as long as the run; one that ends is replaced. */
export class PythonPool implements PythonNodes {
  readonly #command: string;
  readonly #connections: Connections;
  readonly #queue: PQueue;
  readonly #all = new Set<BridgeProcess>();
  readonly #idle: BridgeProcess[] = [];
  #folder = ".";
  #loading: object = {};

  constructor({ command = "python3", workers = 4, connections = {} }: PythonOptions = {}) {
    this.#command = command;
    this.#connections = connections;
    this.#queue = new PQueue({ concurrency: workers });
  }

  async prepare(nodes: readonly PythonNode[], flow: PythonFlow): Promise<void> {
    const { folder, environment } = flow;
    this.#folder = folder;
    this.#loading = { type: "load", folder, environment, connections: this.#connections, nodes };
    this.#idle.push(await this.#start(nodes, new AbortController().signal));
  }

  async call(
    node: PythonNode,
    args: Readonly<Record<string, unknown>>,
    ctx: NodeContext,
  ): Promise<unknown> {
    const request = { type: "call", node: node.name, args: toPlain(args, { keepNumbers: true }) };
    return this.#queue.add(() => this.#ask(request, node, ctx), { signal: ctx.signal });
  }

  async close(): Promise<void> {
    for (const process of this.#all) process.kill();
    this.#all.clear();
    this.#idle.length = 0;
  }

  async #ask(request: object, node: PythonNode, ctx: NodeContext): Promise<unknown> {
    const process = this.#idleOne() ?? (await this.#start([node], ctx.signal));
    const answer = await this.#request(process, request, ctx);
    this.#idle.push(process);
    if (answer.type === "error") throw pythonError(answer.error);
    return fromPlain(answer.value);
  }

  async #request(process: BridgeProcess, request: object, ctx: NodeContext): Promise<CallAnswer> {
    let answer: CallAnswer = { type: "value", value: null };
    const take = (message: BridgeMessage) => {
      if (message.type === "log") ctx.log(message.text);
      if (message.type === "metric") answer = refused(answer, () => logMetric(ctx, message));
      if (message.type !== "value" && message.type !== "error") return false;
      if (answer.type !== "error") answer = message;
      return true;
    };
    try {
      await process.request(request, take, ctx.signal);
    } catch (error) {
      this.#all.delete(process);
      throw error;
    }
    return answer;
  }

  /** One that waits; those that ended meanwhile are forgotten. */
  #idleOne(): BridgeProcess | undefined {
    const process = this.#idle.pop();
    if (!process || process.isAlive) return process;
    this.#all.delete(process);
    return this.#idleOne();
  }

  /** A new process that has loaded the nodes of the flow. */
  async #start(nodes: readonly PythonNode[], signal: AbortSignal): Promise<BridgeProcess> {
    const process = new BridgeProcess(this.#command, this.#folder);
    this.#all.add(process);
    let refusal: Refused | undefined;
    const take = (message: BridgeMessage) => {
      if (message.type === "refused") refusal = message;
      return message.type === "loaded" || message.type === "refused";
    };
    try {
      await process.request(this.#loading, take, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw this.#cannotStart(error);
    }
    if (refusal) throw refusalError(refusal, nodes);
    return process;
  }

  #cannotStart(error: unknown): ConfigError {
    const { message, code } = error as NodeJS.ErrnoException; // of spawn, or of its end
    const said = code === "ENOENT" ? "there is no such program" : message;
    return new ConfigError(`"${this.#command}" does not run Python nodes: ${said}`, {
      fix: "install Python 3.8 or later, or name one with --python COMMAND",
    });
  }
}

type CallAnswer = Extract<BridgeMessage, { type: "value" | "error" }>;
type Refused = Extract<BridgeMessage, { type: "refused" }>;

/** A metric that is refused fails its node, whatever the node does next. */
function refused(answer: CallAnswer, log: () => void): CallAnswer {
  try {
    log();
    return answer;
  } catch (error) {
    const { name, message } = error as Error; // of logMetric
    return { type: "error", error: { name, message, stack: "" } };
  }
}

function logMetric(ctx: NodeContext, { name, value }: { name: unknown; value: unknown }): void {
  // What is no number is for logMetric to refuse.
  ctx.logMetric(String(name), fromPlain(value) as number);
}

function refusalError({ node: name, error }: Refused, nodes: readonly PythonNode[]): ConfigError {
  const node = nodes.find((candidate) => candidate.name === name);
  return new ConfigError(`the node "${name}" cannot be loaded: ${sentence(error)}`, {
    ...(node && { where: node.where }),
    fix: node ? `mend ${node.path}` : undefined,
  });
}

function sentence({ name, message, stack }: PythonFailure): string {
  const lines = [...stack.matchAll(/File "(.+)", line (\d+)/g)];
  const [, file, line] = lines.at(-1) ?? [];
  const place = file === undefined ? "" : ` (${file}:${line})`;
  return name === "LookupError" ? message : `${name}: ${message}${place}`;
}
